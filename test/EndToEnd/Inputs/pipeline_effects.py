def cases(pick, count): return []

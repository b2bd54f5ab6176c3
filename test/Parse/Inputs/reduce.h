// A directive where nobody rewrites it.
#pragma reduce(+ : n)

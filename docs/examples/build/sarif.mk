# first.cpp with a SARIF log of what redistc says. Example of Integration.md.
CXX := redistc++ --redist-diagnostics-format=sarif-file
CXXFLAGS := -O2 -std=c++17
LINK.o := $(CXX) $(LDFLAGS)

first: first.o

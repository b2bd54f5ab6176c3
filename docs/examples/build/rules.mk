# first.cpp with redistc and the MPI compiler, each called by itself. Example of
# Integration.md.
redistc := $(shell pkg-config --variable=redistc redistc)
CXX := mpicxx
CXXFLAGS := -O2 -std=c++17
CPPFLAGS := $(shell pkg-config --cflags redistc)
LDLIBS := $(shell pkg-config --libs redistc)
mpi := $(filter -I%,$(shell $(CXX) --showme:compile 2>&1 || $(CXX) -show))

first: first.redist.o
	$(CXX) $(LDFLAGS) $^ $(LDLIBS) -o $@
.PRECIOUS: %.redist.cpp
%.redist.cpp: %.cpp
	$(redistc) $< -o $@ --depfile=$*.d -- $(CPPFLAGS) $(CXXFLAGS) $(mpi)
-include first.d

// Columns are those of the file with tabs and with lines that end in CR LF; the
// last line may end in nothing.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=parse
#include "../Inputs/mock.h"
void f(std::vector<double> &a, long n) {
	{
		#pragma	redistribute a[n] \
		from(block onto(2))	to(cyclic onto(2))
// CHECK: {{^}}parse: redistribute at 8:3{{$}}
// CHECK-NEXT: spelling: #pragma redistribute a[n] from(block onto(2)) to(cyclic onto(2)){{$}}
	}
	absent();
// CHECK: crlf-tabs.cpp:[[#@LINE-1]]:2: error: use of undeclared identifier
	{
		#pragma	redistribute a[n]	from(block onto(2))
// CHECK: crlf-tabs.cpp:[[#@LINE-1]]:48: error: '#pragma redistribute' needs a 'to' clause
	}
}
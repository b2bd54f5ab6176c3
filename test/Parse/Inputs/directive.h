// A directive where nobody rewrites it.
#pragma redistribute a[n] from(block onto(2)) to(cyclic onto(2))

//===- CacheSize.h - Size of the last-level cache --------------*- C++ -*-===//
//
// Comes in: what the system tells about the caches of this machine. Goes out:
// the bytes of data that can stay in the last-level caches of its processors
// together; executions that move more write past them (StoreKind).
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SUPPORT_CACHESIZE_H
#define REDIST_RUNTIME_SUPPORT_CACHESIZE_H

#include <cstdint>
#include <string>

namespace redist::runtime {

/// Bytes of the last-level caches of all processors; a usual size where the
/// system does not say. Found once a process.
std::int64_t lastLevelCacheBytes();

/// The same from a folder like Linux' /sys/devices/system/cpu for a number of
/// processors that share caches alike; 0 where it does not say. Of
/// "cpu0/cache/index*" the highest level counts: "size" (as "32768K") once for
/// every set of processors as large as "shared_cpu_map" (as "00000003").
///
///   32768K shared by 2 of 4 processors: two of them, 64 MB.
std::int64_t lastLevelCacheBytesIn(const std::string &folder,
                                   std::int64_t processors);

} // namespace redist::runtime

#endif

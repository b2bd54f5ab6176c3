//===- Receipt.h - Functions called to receive a value ---------*- C++ -*-===//
//
// Private to the Sema room: functions of the program that run on a rank that
// receives a value, though no stage calls them: a set compares its elements, a
// vector constructs and destroys its elements.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PIPELINE_CHECK_RECEIPT_H
#define REDISTC_LIB_SEMA_PIPELINE_CHECK_RECEIPT_H

#include "Common/InstanceContext.h"

#include "redistc/Effects/Sharing.h"

namespace redistc::sema {

/// Of a value of the type, which is there before the other one arrives in it:
/// `declaration` and `location` are those of its variable. What `serialize`
/// does is the user's word. Each function once, in the order of the type.
effects::ReceivedVariable receiptOf(InstanceContext &, clang::QualType,
                                    const clang::ValueDecl *declaration);

} // namespace redistc::sema

#endif

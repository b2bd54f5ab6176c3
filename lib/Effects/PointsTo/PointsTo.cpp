//===- PointsTo.cpp - Which addresses values may be ------------*- C++ -*-===//
//
// What each constraint means for a place. An address of the present item that
// is stored where later items find it stands there for what earlier items left,
// too.
//
//===----------------------------------------------------------------------===//
#include "PointsTo/PointsTo.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DerivedTypes.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace redistc::effects {

/// More offsets than this in one object, and they are not told apart.
static constexpr std::size_t maxPlaces = 96;

NodeId PointsTo::makeNode() {
  const auto id = static_cast<NodeId>(nodes.size());
  nodes.emplace_back();
  same.push_back(id);
  return id;
}

ObjectId PointsTo::makeObject(Object made) {
  objects.push_back(std::move(made));
  all.push_back(none);
  heirs.emplace_back();
  return static_cast<ObjectId>(objects.size() - 1);
}

PlaceId PointsTo::placeIn(ObjectId id, std::int64_t offset,
                          std::int64_t extent) {
  Object &object = objects[id];
  const bool isInside =
      object.isPlain && offset >= 0 &&
      (object.size == 0 || offset < static_cast<std::int64_t>(object.size));
  if (!isInside || (object.places.size() > maxPlaces &&
                    object.places.count({offset, extent}) == 0))
    std::tie(offset, extent) = std::pair(anywhere, 0);
  const auto [found, isNew] = object.places.try_emplace(
      {offset, extent}, static_cast<PlaceId>(places.size()));
  if (isNew) {
    places.push_back({id, offset, extent});
    if (object.loop != none)
      itemPlaces.set(found->second);
  }
  return found->second;
}

PlaceId PointsTo::numberOf(PlaceId id) {
  if (isNumber(id))
    return id;
  const auto [found, isNew] =
      numbers.try_emplace(id, static_cast<PlaceId>(places.size()));
  if (isNew) {
    const Place pointer = places[id];
    places.push_back({pointer.object, pointer.offset, pointer.extent});
    places.back().plain = id;
    if (objects[pointer.object].loop != none)
      itemPlaces.set(found->second);
  }
  return found->second;
}

PlaceId PointsTo::numbersOf(PlaceId &known, const char *name) {
  if (known == none) {
    Object made;
    made.kind = ObjectKind::Bits;
    made.isConstant = true;
    made.name = name;
    known = placeOf(makeObject(std::move(made)), anywhere);
    addAt(known, known); // what a number of an address chooses is one, too
  }
  return known;
}

PlaceId PointsTo::placeOf(ObjectId id, std::int64_t offset) {
  return placeIn(id, offset, 0);
}

PlaceId PointsTo::extentOf(PlaceId id) {
  return places[id].isExact() ? around(id, extentAt) : id;
}

PlaceId PointsTo::libraryPartOf(PlaceId id) {
  return around(id, libraryPartAt);
}

PlaceId PointsTo::around(PlaceId id, ExtentAt *extentOfType) {
  const Place place = places[id];
  const Object &object = objects[place.object];
  if (place.offset == anywhere || !layout || !object.type || !object.isPlain)
    return placeOf(place.object, anywhere);
  const Extent extent = extentOfType(object.type, *layout, place.offset);
  if (static_cast<std::uint64_t>(extent.size) >= object.size ||
      place.offset + place.extent > extent.offset + extent.size)
    return placeOf(place.object, anywhere);
  return placeIn(place.object, extent.offset, extent.size);
}

llvm::Type *PointsTo::scalarAt(PlaceId id, std::int64_t further) const {
  const Place &place = places[id];
  const Object &object = objects[place.object];
  if (!layout || !object.type)
    return nullptr;
  // Of an array, offsets are not told apart; a scalar has none but one.
  const bool isKnown = place.offset != anywhere;
  if (!isKnown && !object.type->isArrayTy())
    return object.type->isStructTy() ? nullptr : object.type;
  return effects::scalarAt(object.type, *layout,
                           isKnown ? place.offset + further : 0,
                           place.isExact());
}

bool PointsTo::areNumbers(PlaceId id, std::int64_t bytes) const {
  constexpr std::int64_t step = 8; // of the places of addresses
  bool areAll = bytes > 0 && bytes <= maxMoved;
  for (std::int64_t at = 0; areAll && at < bytes; at += step) {
    const llvm::Type *one = scalarAt(id, at);
    areAll = one && !one->isPointerTy();
  }
  return areAll;
}

/// Whether they have bytes in common, though neither is anywhere.
bool PointsTo::meet(const Place &a, const Place &b) const {
  const std::int64_t endOfA = a.offset + std::max<std::int64_t>(a.extent, 1);
  const std::int64_t endOfB = b.offset + std::max<std::int64_t>(b.extent, 1);
  return a.offset != anywhere && b.offset != anywhere && a.offset < endOfB &&
         b.offset < endOfA;
}

/// What is stored somewhere in an extent is stored at all places in it.
NodeId PointsTo::contentOf(PlaceId id) {
  if (places[id].content != none)
    return places[id].content;
  const ObjectId holder = places[id].object;
  const NodeId node = makeNode();
  nodes[node].holders.push_back(holder);
  places[id].content = node;
  if (all[holder] != none)
    copy(node, all[holder]);
  const auto known = objects[holder].places;
  for (const auto &[where, other] : known) {
    if (!meet(places[id], places[other]))
      continue;
    if (places[other].inner != none)
      copy(node, places[other].inner);
    if (places[other].content == none || other == id)
      continue;
    if (places[other].extent > places[id].extent)
      copy(places[other].content, node);
    else
      copy(node, places[other].content);
  }
  for (const ObjectId heir : llvm::SmallVector<ObjectId, 1>(heirs[holder]))
    if (!isReplaced(holder, heir, id))
      copy(node, contentOf(sameIn(heir, id)));
  return node;
}

/// The addresses stored somewhere in an extent.
NodeId PointsTo::innerOf(PlaceId id) {
  if (places[id].inner != none)
    return places[id].inner;
  contentOf(id);
  const NodeId node = makeNode();
  places[id].inner = node;
  const auto known = objects[places[id].object].places;
  for (const auto &[where, other] : known)
    if (places[other].content != none && meet(places[id], places[other]))
      copy(places[other].content, node);
  return node;
}

/// The addresses that may be found there.
NodeId PointsTo::allAt(PlaceId id) {
  if (places[id].offset == anywhere)
    return allOf(places[id].object);
  return places[id].extent > 0 ? innerOf(id) : contentOf(id);
}

NodeId PointsTo::allOf(ObjectId id) {
  if (all[id] != none)
    return all[id];
  all[id] = makeNode();
  const auto known = objects[id].places;
  for (const auto &[offset, place] : known)
    if (places[place].content != none)
      copy(places[place].content, all[id]);
  return all[id];
}

PlaceId PointsTo::sameIn(ObjectId id, PlaceId place) {
  return placeIn(id, places[place].offset, places[place].extent);
}

/// Whether a pointer that stands there is replaced between the stages of two
/// versions.
bool PointsTo::isReplaced(ObjectId from, ObjectId to, PlaceId place) const {
  if (!objects[from].isVersion)
    return false;
  return llvm::any_of(objects[from].replaced, [&](const Replacement &one) {
    return objects[from].stage < one.stage && one.stage <= objects[to].stage &&
           places[place].isExact() && places[place].offset == one.offset;
  });
}

/// All addresses in one object are in the other one, too.
void PointsTo::flow(ObjectId from, ObjectId to) {
  heirs[from].push_back(to);
  const auto known = objects[from].places;
  for (const auto &[where, place] : known)
    if (places[place].content != none && !isReplaced(from, to, place))
      copy(places[place].content, contentOf(sameIn(to, place)));
}

ObjectId PointsTo::olderOf(ObjectId id) {
  if (objects[id].loop == none)
    return id;
  if (objects[id].older == none) {
    Object left = objects[id];
    left.loop = none;
    left.isStaged = false;
    left.places.clear();
    const ObjectId made = makeObject(std::move(left));
    objects[id].older = made;
    flow(id, made);
  }
  return objects[id].older;
}

PlaceId PointsTo::older(PlaceId id) {
  const PlaceId left = sameIn(olderOf(places[id].object), id);
  return isNumber(id) ? numberOf(left) : left;
}

/// What a stage finds in an object, made when it is asked for: all that the
/// stages before it find, and what it stores itself.
ObjectId PointsTo::versionOf(ObjectId id, unsigned stage) {
  std::map<unsigned, ObjectId> &known = versions[id];
  if (const auto found = known.find(stage); found != known.end())
    return found->second;
  Object made = objects[id];
  made.isVersion = true;
  made.stage = stage;
  made.older = none;
  made.places.clear();
  const ObjectId version = makeObject(std::move(made));
  const auto at = versions[id].emplace(stage, version).first;
  const auto next = std::next(at);
  const ObjectId later = next == versions[id].end() ? id : next->second;
  const ObjectId earlier =
      at == versions[id].begin() ? ObjectId(none) : std::prev(at)->second;
  flow(version, later);
  if (earlier != none)
    flow(earlier, version);
  return version;
}

PlaceId PointsTo::readAt(PlaceId id, const When &when) {
  const Object &object = objects[places[id].object];
  if (!object.isStaged || areStagesForgotten || when.latest == none ||
      when.loop != object.loop)
    return id;
  return sameIn(versionOf(places[id].object, when.latest), id);
}

PlaceId PointsTo::writtenAt(PlaceId id, const When &when) {
  const Object &object = objects[places[id].object];
  if (!object.isStaged || areStagesForgotten)
    return id;
  const unsigned stage = when.loop == object.loop ? when.earliest : 0;
  if (stage == none)
    return id;
  return sameIn(versionOf(places[id].object, stage), id);
}

void PointsTo::addAt(PlaceId at, PlaceId value) {
  add(contentOf(writtenAt(at, {})), value);
}

void PointsTo::forgetStages() {
  if (areStagesForgotten)
    return;
  areStagesForgotten = true;
  shared.clear();
  for (const auto &[id, known] : versions) {
    for (const auto &[stage, version] : known)
      if (!std::exchange(objects[version].replaced, {}).empty())
        flow(version, id);
    flow(id, known.begin()->second);
  }
}

void PointsTo::add(NodeId id, PlaceId place) {
  id = find(id);
  if (insertOne(id, place))
    enqueue(id);
}

void PointsTo::copy(NodeId from, NodeId to) {
  from = find(from);
  to = find(to);
  if (from == to || !copied.insert((std::uint64_t(from) << 32) | to).second)
    return;
  spend(1);
  nodes[from].copies.push_back(to);
  if (!nodes[from].done.empty()) {
    const PlaceSet given = nodes[from].done;
    insert(to, given);
  }
}

PlaceSet PointsTo::addUse(NodeId id, const Use &use) {
  Node &node = nodes[id];
  if (node.uses.empty())
    node.used = node.done;
  node.uses.push_back(use);
  return node.used;
}

void PointsTo::offset(NodeId from, NodeId to, std::int64_t amount) {
  if (amount == 0)
    return copy(from, to);
  const Use use{UseKind::Offset, to, amount};
  for (const PlaceId place : addUse(find(from), use))
    apply(use, place);
}

void PointsTo::load(NodeId address, NodeId to, When when) {
  const Use use{UseKind::Load, to, 0, when};
  applyToAll(use, addUse(find(address), use));
}

void PointsTo::store(NodeId value, NodeId address, When when) {
  const Use use{UseKind::Store, value, 0, when};
  applyToAll(use, addUse(find(address), use));
}

void PointsTo::move(NodeId from, NodeId to, std::uint64_t length, When when,
                    std::int64_t becomes) {
  const auto amount = static_cast<std::int64_t>(length);
  from = find(from);
  to = find(to);
  const Use moved{UseKind::MoveFrom, to, amount, when, becomes};
  const PlaceSet sources = addUse(from, moved);
  const PlaceSet targets =
      addUse(to, {UseKind::MoveTo, from, amount, when, becomes});
  for (const PlaceId source : sources)
    for (const PlaceId target : targets)
      moveBetween(readAt(plainOf(source), when),
                  writtenAt(plainOf(target), when), moved);
}

void PointsTo::forEach(NodeId node, std::function<void(PlaceId)> use) {
  const auto number = static_cast<std::int64_t>(calls.size());
  calls.push_back(std::move(use));
  const Use made{UseKind::Call, none, number};
  for (const PlaceId place : addUse(find(node), made))
    apply(made, place);
}

void PointsTo::loadFrom(PlaceId id, NodeId to) {
  copy(allAt(id), to);
  if (places[id].offset != anywhere)
    copy(contentOf(placeOf(places[id].object, anywhere)), to);
}

void PointsTo::storeTo(PlaceId id, NodeId value) {
  if (!objects[places[id].object].isConstant)
    copy(value, contentOf(id));
}

/// Whether addresses may stand anywhere in it: a class without padding.
static bool hasPacked(const llvm::Type *type) {
  if (!type)
    return false;
  if (type->isArrayTy())
    return hasPacked(type->getArrayElementType());
  const auto *record = llvm::dyn_cast<llvm::StructType>(type);
  return record &&
         (record->isPacked() || llvm::any_of(record->elements(), hasPacked));
}

/// Of a length that is not known, within the arrays.
void PointsTo::moveBetween(PlaceId from, PlaceId to, const Use &move) {
  if (objects[places[to].object].isConstant)
    return;
  const std::int64_t length = move.amount;
  const bool isExact = places[from].isExact() && places[to].isExact();
  if (length == 0 || length > maxMoved || !isExact) {
    const auto whole = [&](PlaceId id) {
      const PlaceId extent = extentOf(id);
      return length > places[extent].extent
                 ? placeOf(places[id].object, anywhere)
                 : extent;
    };
    const NodeId held = move.becomes == 0 ? contentOf(whole(to)) : makeNode();
    loadFrom(whole(from), held);
    if (move.becomes != 0)
      offset(held, contentOf(whole(to)), move.becomes);
    return;
  }
  const Place source = places[from], target = places[to];
  const auto copyAt = [&](std::int64_t at) {
    offset(contentOf(placeOf(source.object, source.offset + at)),
           contentOf(placeOf(target.object, target.offset + at)), move.becomes);
  };
  const bool isPacked = hasPacked(objects[source.object].type) ||
                        hasPacked(objects[target.object].type);
  for (std::int64_t at = 0; at < length; at += isPacked ? 1 : 8)
    copyAt(at);
  // Addresses stand at multiples of 8, wherever the copy begins.
  if (const std::int64_t begun = source.offset % 8; begun > 0)
    for (std::int64_t at = 8 - begun; at < length; at += 8)
      copyAt(at);
  offset(contentOf(placeOf(source.object, anywhere)),
         contentOf(placeOf(target.object, anywhere)), move.becomes);
}

std::vector<NodeId> PointsTo::contentsAt(PlaceId id) const {
  std::vector<NodeId> found;
  const auto addOf = [&](ObjectId object) {
    for (const auto &[key, other] : objects[object].places)
      if (const NodeId content = places[other].content;
          content != none &&
          (places[id].offset == anywhere || places[other].offset == anywhere ||
           meet(places[id], places[other])))
        found.push_back(content);
  };
  addOf(places[id].object);
  if (const auto known = versions.find(places[id].object);
      known != versions.end())
    for (const auto &[stage, version] : known->second)
      addOf(version);
  return found;
}

llvm::BitVector PointsTo::reachedFrom(std::vector<NodeId> open) const {
  llvm::BitVector reached(static_cast<unsigned>(nodes.size()));
  while (!open.empty()) {
    const NodeId id = find(open.back());
    open.pop_back();
    if (reached.test(id))
      continue;
    reached.set(id);
    llvm::append_range(open, nodes[id].copies);
    for (const Use &use : nodes[id].uses)
      if (use.kind == UseKind::Offset)
        open.push_back(use.other);
  }
  return reached;
}

/// `none`: the result is no address.
PlaceId PointsTo::convertedBy(PlaceId id, std::int64_t amount) {
  if (amount == toNumber)
    return numberOf(id);
  if (amount == toPointer)
    return plainOf(id);
  // Unknown memory may have had one, which is not told apart.
  if (amount == ifNumber)
    return isNumber(id) ||
                   objects[places[id].object].kind == ObjectKind::Unknown
               ? id
               : none;
  if (amount == toTruth && (id == descriptorsPlace || id == processesPlace))
    return none;
  if (objects[places[id].object].kind == ObjectKind::Bits)
    return id;
  return isNumber(id) ? bits() : none;
}

PlaceId PointsTo::movedBy(PlaceId id, std::int64_t amount) {
  if (amount == toNumber || amount == toPointer || amount == toBits ||
      amount == toTruth || amount == ifNumber)
    return convertedBy(id, amount);
  if (places[id].plain != none)
    return numberOf(movedBy(places[id].plain, amount));
  const Place place = places[id];
  if (amount == inArray)
    return extentOf(id);
  if (const std::int64_t bytes = arrayBytes(amount); bytes > 0) {
    const auto size = static_cast<std::int64_t>(objects[place.object].size);
    const bool isTold = objects[place.object].type || !place.isExact();
    return isTold || place.offset + bytes > size || bytes == size
               ? extentOf(id)
               : placeIn(place.object, place.offset, bytes);
  }
  if (amount == inStream)
    return around(id, streamAt);
  if (amount == anywhere || place.offset == anywhere)
    return placeOf(place.object, anywhere);
  return place.isExact() ? placeOf(place.object, place.offset + amount) : id;
}

void PointsTo::apply(const Use &use, PlaceId id) {
  const PlaceId plain = plainOf(id);
  switch (use.kind) {
  case UseKind::Offset:
    if (const PlaceId moved = movedBy(id, use.amount); moved != none)
      add(use.other, moved);
    return;
  case UseKind::Load:
    return loadFrom(readAt(plain, use.when), use.other);
  case UseKind::Store:
    return storeTo(writtenAt(plain, use.when), use.other);
  case UseKind::MoveFrom: {
    const PlaceSet targets = nodes[find(use.other)].used;
    spend(targets.count());
    for (const PlaceId target : targets)
      moveBetween(readAt(plain, use.when), writtenAt(plainOf(target), use.when),
                  use);
    return;
  }
  case UseKind::MoveTo: {
    const PlaceSet sources = nodes[find(use.other)].used;
    spend(sources.count());
    for (const PlaceId source : sources)
      moveBetween(readAt(plainOf(source), use.when), writtenAt(plain, use.when),
                  use);
    return;
  }
  case UseKind::Call: {
    const auto call = calls[static_cast<std::size_t>(use.amount)];
    call(plain);
    return;
  }
  }
}

} // namespace redistc::effects

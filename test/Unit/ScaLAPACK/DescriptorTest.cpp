//===- DescriptorTest.cpp - Both kinds of array descriptors ---------------===//
#include "Descriptor.h"

#include <gtest/gtest.h>

using namespace redist::scalapack;

TEST(Descriptor, ReadsNineEntries) {
  const int entries[] = {1, 4, 100, 90, 8, 7, 2, 3, 55};
  const Descriptor found = readDescriptor(entries);
  EXPECT_EQ(found.context, 4);
  EXPECT_EQ(found.rows.extent, 100);
  EXPECT_EQ(found.rows.firstBlock, 8);
  EXPECT_EQ(found.rows.block, 8);
  EXPECT_EQ(found.rows.source, 2);
  EXPECT_EQ(found.columns.extent, 90);
  EXPECT_EQ(found.columns.firstBlock, 7);
  EXPECT_EQ(found.columns.block, 7);
  EXPECT_EQ(found.columns.source, 3);
  EXPECT_EQ(found.leadingDimension, 55);
}

TEST(Descriptor, ReadsElevenEntries) {
  const int entries[] = {2, 4, 100, 90, 5, 6, 8, 7, -1, 3, 55};
  const Descriptor found = readDescriptor(entries);
  EXPECT_EQ(found.rows.firstBlock, 5);
  EXPECT_EQ(found.rows.block, 8);
  EXPECT_EQ(found.rows.source, -1);
  EXPECT_EQ(found.columns.firstBlock, 6);
  EXPECT_EQ(found.columns.block, 7);
  EXPECT_EQ(found.columns.source, 3);
  EXPECT_EQ(found.leadingDimension, 55);
}

// The type may be anything where the routine takes nine entries alone.
TEST(Descriptor, ReadsNineEntriesWhateverTheType) {
  const int entries[] = {2, 4, 100, 90, 8, 7, 2, 3, 55};
  const Descriptor found = readShortDescriptor(entries);
  EXPECT_EQ(found.rows.firstBlock, 8);
  EXPECT_EQ(found.rows.block, 8);
  EXPECT_EQ(found.columns.source, 3);
  EXPECT_EQ(found.leadingDimension, 55);
  EXPECT_EQ(found.placeOf(DescriptorEntry::LeadingDimension), 9);
}

// Messages count the entries of the array that the caller has.
TEST(Descriptor, TellsPlacesOfEntries) {
  Descriptor nine;
  EXPECT_EQ(nine.placeOf(DescriptorEntry::Context), 2);
  EXPECT_EQ(nine.placeOf(DescriptorEntry::FirstRowBlock), 5);
  EXPECT_EQ(nine.placeOf(DescriptorEntry::RowBlock), 5);
  EXPECT_EQ(nine.placeOf(DescriptorEntry::ColumnSource), 8);
  EXPECT_EQ(nine.placeOf(DescriptorEntry::LeadingDimension), 9);
  Descriptor eleven;
  eleven.hasFirstBlocks = true;
  EXPECT_EQ(eleven.placeOf(DescriptorEntry::FirstRowBlock), 5);
  EXPECT_EQ(eleven.placeOf(DescriptorEntry::RowBlock), 7);
  EXPECT_EQ(eleven.placeOf(DescriptorEntry::LeadingDimension), 11);
}

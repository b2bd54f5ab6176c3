#pragma once
inline constexpr int targetBlock = 5;

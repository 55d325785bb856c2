/* @at: 3 RED */
enum colour { RED, BLUE };
inline int same[enum colour c, int RED] = c == RED;

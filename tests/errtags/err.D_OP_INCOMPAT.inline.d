/* @at: 2 "a" */
inline int f = "a";

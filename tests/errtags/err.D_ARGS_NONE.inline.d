/* @at: 2 args[0] */
inline int first = args[0];

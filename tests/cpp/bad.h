/* included by position-include.d */
inline int broken = nosuch_thing;

/* @opts: -e -x amin=Stable/Stable/Common */
inline uint64_t t = (uint64_t)curthread;
dtrace:::BEGIN { trace(t); }

/* @opts: -e -x amin=Stable/Stable/Common */
dtrace:::BEGIN { trace((uint64_t)curthread); }

/* @cmd: dtrace -E $trace -ev -s $case */
inline uint64_t t = (uint64_t)curthread;
dtrace:::BEGIN { trace(t); }

/* @cmd: dtrace -E $trace -ev -s $case */
#pragma D attributes Stable/Evolving/Platform t
inline uint64_t t = (uint64_t)curthread;
dtrace:::BEGIN { trace(t); }

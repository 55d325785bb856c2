/* @cmd: dtrace -E $trace -e -x amin=Stable/Stable/Common -s $case */
/* the pragma says the inline is better than its body */
#pragma D attributes Stable/Stable/Common t
inline uint64_t t = (uint64_t)curthread;
dtrace:::BEGIN { trace(t); }

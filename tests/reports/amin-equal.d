/* @cmd: dtrace -E $trace -e -x amin=Stable/Private/Common -s $case */
dtrace:::BEGIN /(uint64_t)curthread/ { trace(pid); }

/* @cmd: dtrace -E $trace -ev -s $case */
dtrace:::BEGIN { @ = sum(htons(1)); }

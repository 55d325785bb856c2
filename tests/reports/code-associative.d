/* @cmd: dtrace -E $trace -eS -s $case */
int a[int, string];
BEGIN { a[1, "x"] = 2; trace(a[1, "x"]); }

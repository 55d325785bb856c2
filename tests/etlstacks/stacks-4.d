/* @E: demo --scene stacks --ptr 4 */
/* @opts: -q */
/*
 * A stack in one record; in two, the second late; with the kernel between frames of the program; by key, and by a key
 * that means something else by now.  Stacks that stand in the event, whole, in halves, by key; of managed code.
 */
sample-999 { printf("sample %s %d:", execname, tid); stack(); ustack(); }
diag:::events /(arg1 > 700 && arg1 < 704) || arg1 == 80/ { printf("event %d:", arg1); stack(); ustack(); }

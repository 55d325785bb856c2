/* @opts: -x amin=Stable/Stable/Common */
/* @at: 3 sched:::off-cpu */
sched:::off-cpu
{
}

/* @E: demo */
/* @status: 1 */
linux-sched:::sched_switch
{
}

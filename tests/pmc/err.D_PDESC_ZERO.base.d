/* @E: demo --scene pmc */
/* Variants are those of probes that there are. */

sched::pmc:nothing-totalcycles
{
}

/* @E: demo --scene pmc */
/* Without the module, a name is one of Windows' counters or none. */

pmc:::totalcycle
{
}

/* @opts: -q -x errtags */
/* @status: 1 */
/* No action may stand in a predicate. */
BEGIN
/trace(1)/
{
}

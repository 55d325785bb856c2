/* @opts: -q -x pspec -x errtags */
/* @status: 1 */
int*
{
}

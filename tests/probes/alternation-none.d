/* @opts: -q -x errtags */
/* @status: 1 */
/* There is no alternation: a bar is no part of a description. */
dtrace:::BEGIN|END
{
}

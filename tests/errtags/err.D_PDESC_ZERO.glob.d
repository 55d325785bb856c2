/* @at: 3 dtrace:::B*N? */
BEGIN,
dtrace:::B*N?
{
}

/* Fields are matched case-sensitively. */
dtrace:::begin
{
}

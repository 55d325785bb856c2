/* @at: 3 execname */
BEGIN
/execname/
{
}

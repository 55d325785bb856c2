/* @at: 2 nosuch */
nosuch
{
}

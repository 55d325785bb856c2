/* @at: 2 pid:::entry */
pid:::entry
{
}

/* @at: 2 pid99999999999:::entry */
pid99999999999:::entry
{
}

/* @at: 2 pid12x:::entry */
pid12x:::entry
{
}

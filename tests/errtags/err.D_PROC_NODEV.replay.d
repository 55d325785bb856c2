/* @feed: replay */
/* @at: 3 pid1:a.out::entry */
pid1:a.out::entry
{
}

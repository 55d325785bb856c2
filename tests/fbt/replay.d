/* @E: demo */
/* @status: 1 */
fbt::vfs_read:entry
{
}

/* @opts: -q */
/* @filter: od -An -tu1 */
/* @feed: live */
BEGIN
{
	printf("\a\b\f\n\r\t\v\"\'\\\?\101\x42\q");
	exit(0);
}

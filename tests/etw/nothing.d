/* @opts: -q */
/* Where there is no event, there is nothing to say. */
BEGIN
{
	printf("[%s] [%s] [%s] [%s] %d %d %d\n", etwname, etwprovider, etwprops(), etwfieldstr("Name"), etwfield("Name"),
	    etwlevel, etwkeywords);
	exit(0);
}

/* @opts: -q */
BEGIN
{
	@["kept"] = count();
	@[(string)NULL] = count();
}

BEGIN
{
	exit(0);
}

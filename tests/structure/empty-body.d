/* @opts: */
/* @filter: awk '{ print $1 == "CPU" ? $0 : $2 " " $3 }' */
/* A clause without statements is legal, and records the firing. */
BEGIN
{}

BEGIN
{
}

BEGIN
{
	exit(0);
}

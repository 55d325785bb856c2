/* @opts: -q */
	#pragma D option quiet
  # pragma D option destructive
#ident "nothing"
# pragma ident "nothing"
# pragma whatever it says
BEGIN
{
# 40 "somewhere"
	printf("ok\n");
	exit(0);
}

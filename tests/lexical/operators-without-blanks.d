/* @opts: -q */
BEGIN
{
	x=1;y=x+++x;z=y-- -x;
	printf("%d %d %d %d\n",x,y,z,x<<=2);
	printf("%d\n",x>=4&&y<=2^^0||0);
	exit(0);
}

/* @opts: -q */
BEGIN{printf("%d",1);}	BEGIN
	{	printf( "%d\n" , 2 ) ; exit ( 0 ) }

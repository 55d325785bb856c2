/* @opts: -q */
BEGIN
{
	w = 6;
	printf("[%*d] [%-*d] [%*d] [%.*s]\n", w, 42, w, 42, -w, 42, 2, "hello");
	exit(0);
}

enum e {
	BIG = 2147483647,
	NEXT
};

BEGIN
{
}

enum e {
	BIG = 2147483648
};

BEGIN
{
}

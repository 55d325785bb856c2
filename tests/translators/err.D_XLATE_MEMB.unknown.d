struct out {
	int a;
};

translator struct out < int i > {
	b = i;
};

BEGIN
{
}

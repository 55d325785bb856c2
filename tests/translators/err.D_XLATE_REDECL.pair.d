struct out {
	int a;
};

translator struct out < int i > {
	a = i;
};

translator struct out < int j > {
	a = j;
};

BEGIN
{
}

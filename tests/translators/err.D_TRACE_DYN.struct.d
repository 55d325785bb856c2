struct out {
	int a;
};

translator struct out < int i > {
	a = i;
};

BEGIN
{
	trace(xlate<struct out>(1));
}

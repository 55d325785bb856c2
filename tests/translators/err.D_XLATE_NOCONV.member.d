struct out {
	int a;
	int b;
};

translator struct out < int i > {
	a = i;
};

BEGIN
{
	trace(xlate<struct out>(1).b);
}

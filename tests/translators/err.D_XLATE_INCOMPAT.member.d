struct out {
	int a;
};

translator struct out < int i > {
	a = "text";
};

BEGIN
{
	trace(xlate<struct out>(1).a);
}

struct out {
	int a;
};
struct in {
	int b;
} v;

translator struct out < int i > {
	a = i;
};

BEGIN
{
	trace(xlate<struct out>(v).a);
}

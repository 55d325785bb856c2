struct out {
	int a;
} *p;

translator struct out < int i > {
	a = i;
};

BEGIN
{
	p = xlate<struct out *>(1);
}

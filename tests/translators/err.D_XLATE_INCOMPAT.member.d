struct out {
	int a;
};

translator struct out < int i > {
	a = "text";
};

BEGIN
{
}

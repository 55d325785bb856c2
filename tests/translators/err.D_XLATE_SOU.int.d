translator int < int i > {
	a = i;
};

BEGIN
{
}

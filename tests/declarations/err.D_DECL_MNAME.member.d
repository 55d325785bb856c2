struct s {
	int;
};

BEGIN
{
}

struct s {
	struct nowhere x;
};

BEGIN
{
}

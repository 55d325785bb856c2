struct s {
	void x;
};

BEGIN
{
}

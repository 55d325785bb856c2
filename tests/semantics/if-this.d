/* @opts: -q */
BEGIN
{
	this->a = 4;
	if (this->a > 3) {
		this->b = this->a * 2;
		if (this->b == 8)
			printf("eight ");
	}
	printf("%d\n", this->b);
	exit(0);
}

/* @opts: -q */
BEGIN
{
	this->a = (ipaddr_t *)alloca(4);
	*this->a = htonl(0x7f000001);
	printf("%s %s\n", inet_ntoa(this->a), inet_ntop(AF_INET, this->a));
	*this->a = 0xffffffff;
	printf("%s\n", inet_ntoa(this->a));

	this->b = (in6_addr_t *)alloca(16);
	printf("%s\n", inet_ntoa6(this->b));
	this->b->s6_addr[15] = 1;
	printf("%s %s\n", inet_ntoa6(this->b), inet_ntop(AF_INET6, this->b));
	this->b->s6_addr[0] = 0xfe;
	this->b->s6_addr[1] = 0x80;
	this->b->s6_addr[8] = 2;
	this->b->s6_addr[9] = 0xAB;
	printf("%s\n", inet_ntoa6(this->b));
	this->b->s6_addr[5] = 1;
	printf("%s\n", inet_ntoa6(this->b));
}

/* of two runs as long, the first; a single group is no run */
BEGIN
{
	this->w = (uint16_t *)alloca(16);
	this->w[0] = htons(1);
	this->w[3] = htons(2);
	this->w[6] = htons(3);
	this->w[7] = htons(4);
	printf("%s\n", inet_ntoa6((in6_addr_t *)this->w));
	this->w[1] = htons(5);
	this->w[4] = htons(6);
	printf("%s\n", inet_ntoa6((in6_addr_t *)this->w));
}

/* an IPv4 address inside */
BEGIN
{
	this->v = (uint16_t *)alloca(16);
	this->v[5] = 0xffff;
	this->v[6] = htons(0xc0a8);
	this->v[7] = htons(0x0102);
	printf("%s %s\n", inet_ntoa6((in6_addr_t *)this->v), inet_ntop(AF_INET6, this->v));
	this->v[5] = 0;
	printf("%s\n", inet_ntop(AF_INET6, this->v));
}

BEGIN
{
	exit(0);
}

/* @opts: -q */
BEGIN
{
	printf("%x %x %x\n", htons(0x1234), htonl(0x12345678), htonll(0x123456789abcdef0));
	printf("%x %x\n", ntohs(htons(0x1234)), ntohl(htonl(0x12345678)));
	exit(0);
}

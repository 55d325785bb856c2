/* @opts: -q */
BEGIN
{
	printf("%x %x %x\n", htons(0x1234), htonl(0x12345678), htonll(0x123456789abcdef0));
	printf("%x %x %x\n", ntohs(0x1234), ntohl(0x12345678), ntohll(0x123456789abcdef0));
	printf("%x %d %d\n", htons(0xabcd1234), sizeof (htons(1)), sizeof (htonl(1)));
	printf("%d\n", ntohs(0xff));
	exit(0);
}

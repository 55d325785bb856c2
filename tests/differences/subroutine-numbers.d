/* @cmd: dtrace -S -e -s $case 2>&1 | grep -Eo "SUBR.[0-9]+" | tr -d "(" */
/* The number of each subroutine in its call is that of Solaris; on Oracle Linux some differ from 44 on, on FreeBSD from 46. */
BEGIN
{
	trace(strlen("a"));
	trace(strjoin("a", "b"));
	trace(lltostr(1));
	trace(basename("a"));
	trace(dirname("a"));
	trace(cleanpath("a"));
	trace(strchr("a", 'a'));
	trace(strrchr("a", 'a'));
	trace(strstr("a", "a"));
	trace(strtok("a", "a"));
	trace(substr("a", 0));
	trace(index("a", "a"));
	trace(rindex("a", "a"));
	trace(htons(1));
	trace(htonl(1));
	trace(htonll(1));
	trace(ntohs(1));
	trace(ntohl(1));
	trace(ntohll(1));
	trace(toupper("a"));
	trace(tolower("a"));
	trace(json("{}", "a"));
	trace(strtoll("1"));
	trace(rand());
	trace(speculation());
	trace(progenyof(1));
	trace(alloca(1));
	trace(getmajor(0));
	trace(getminor(0));
}

/* @at: 5 a */
struct in { int a; };
struct out { int m; };
provider p {
	probe a(struct in *I) : (struct out *I);
};

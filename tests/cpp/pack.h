#pragma pack(1)
struct pk {
	char a;
	int b;
};
#pragma pack()
#pragma pack(push, 2)
struct p2 {
	char a;
	int b;
	long long c;
};
#pragma pack(push, 4)
struct p4 {
	char a;
	int b;
	long long c;
	char d;
	int e : 5;
	int f : 30;
};
#pragma pack(pop)
struct p22 {
	char a;
	long long c;
};
#pragma pack(pop)
struct pn {
	char a;
	int b;
};
struct __attribute__((packed)) pa {
	char a;
	int b;
};
struct pb {
	char a;
	int b;
} __attribute__((packed));

provider my_prov {
	probe start__up(int n, const char *s) : (const char *s, int n);
	probe none();
	probe many(int8_t a, uint16_t b, int c, uint64_t d, void *e, string f, int g, long h, short i);
	probe fl(double d, float f, int x);
};

#pragma D attributes Evolving/Stable/ISA provider my_prov provider
#pragma D attributes Private/Private/Unknown provider my_prov args

struct out { int m; string n; };
translator struct out < int I > {
	m = xlate<struct out>(I).m;
};

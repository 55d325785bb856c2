struct out { int m; string n; };
translator struct out < int I > {
	m = args[0];
};

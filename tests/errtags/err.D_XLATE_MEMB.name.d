struct out { int m; string n; };
translator struct out < int I > {
	zz = I;
};

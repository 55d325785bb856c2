/* @at: 4 nowhere */
struct out { int m; string n; };
translator struct out < int I > {
	m = I + nowhere;
};

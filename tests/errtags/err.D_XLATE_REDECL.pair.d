struct out { int m; string n; };
translator struct out < int I > { m = I; };
translator struct out < int J > { m = J; };

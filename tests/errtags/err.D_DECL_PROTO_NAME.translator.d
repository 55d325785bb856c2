struct out { int m; };
translator struct out < int > { };

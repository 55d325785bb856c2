struct s { int a; };
long struct s x;

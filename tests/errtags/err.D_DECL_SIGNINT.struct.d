struct s { int a; };
signed struct s x;

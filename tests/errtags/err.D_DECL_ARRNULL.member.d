struct s { int x[]; };

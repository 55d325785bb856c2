struct s { int x[int]; };

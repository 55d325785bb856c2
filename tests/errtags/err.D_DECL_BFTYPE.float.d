struct s { float a : 3; };

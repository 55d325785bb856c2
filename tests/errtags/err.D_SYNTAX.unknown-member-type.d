struct s { nope_t x; };

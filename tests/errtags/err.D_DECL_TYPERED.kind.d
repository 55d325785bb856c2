struct s { int a; };
union s *x;

struct t { int a; };
struct s { struct t; };

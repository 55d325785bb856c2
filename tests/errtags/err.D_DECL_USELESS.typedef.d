typedef struct s { int a; };

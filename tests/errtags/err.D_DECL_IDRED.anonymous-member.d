struct s { int a; union { int b; char a; }; int b; };

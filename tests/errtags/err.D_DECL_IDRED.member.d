/* @at: 2 a */
struct s { int a; char a; };

/* @at: 2 "x" */
enum { A = "x" };

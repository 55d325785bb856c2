/* @at: 2 pid */
enum { A = pid };

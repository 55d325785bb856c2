/* @at: 2 typedef */
typedef typedef int x;

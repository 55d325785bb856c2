/* @at: 3 t */
typedef int t;
typedef char t;

/* @at: 2 #error not today */
#error not today

/* @status: 1 */
/* @feed: replay */
# 50 "from.h" 2 3

BEGIN { trace(nosuch); }

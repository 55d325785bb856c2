/* @at: 3 curpsinfo */
/* What a translated pointer points to can be traced, the pointer can't. */
BEGIN { trace(curpsinfo); }

/* @opts: -wq */
/* @feed: live */
BEGIN { t = walltimestamp; chill(200000000); }
tick-1ms { printf("%d\n", walltimestamp - t >= 200000000); exit(0); }

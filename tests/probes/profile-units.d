/* @opts: -q -e */
profile-300000ns, profile-300000nsec, profile-300us, profile-300usec, profile-1ms, profile-1msec,
profile-1s, profile-1sec, profile-1m, profile-1min, profile-1h, profile-1hour, profile-1d,
profile-1day, profile-97hz, profile-97
{
	trace(1);
}

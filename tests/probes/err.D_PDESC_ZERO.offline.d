/* @feed: live */
/* A provider of traces, asked for live: the message says what it takes. */
diag:::events
{
}

nosuchprobe
{
}

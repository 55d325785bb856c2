/* @E: pktmon-n1.etl */
/* @opts: -q */
/* @needs: etl:pktmon-n1.etl */
/* A file that its recorder merged describes its events itself. */
microsoft-windows-pktmon::Event160:event
{
	@[etwfieldstr("DirTag"), etwfieldstr("PacketType"), args[0]->DirTag] = sum(args[0]->OriginalPayloadSize);
}

microsoft-windows-pktmon::Event66:event
/args[0]->ComponentId == 141/
{
	printf("%s\n", args[0]->IpAddress);
}

#!/usr/sbin/dtrace -s
/*
 * gpuview.d - whether frames are displayed regularly, and if not, what is late.
 *
 *	dtrace -E trace.etl -s gpuview.d	over a trace with Microsoft-Windows-DxgKrnl, as
 *						GPUView's log.cmd makes it
 *
 * Prints the time between the frames of each process, the time between the screen's refreshes, how
 * long work waited in the queue of the graphics processor, and when each CPU ran something, in
 * steps of 20 ms.
 */
#pragma D option quiet
#pragma D option aggpack
#pragma D option aggzoom

/* numbers of events */
inline int VSYNC = 17;
inline int QUEUE_START = 178;
inline int QUEUE_STOP = 180;
inline int PRESENT = 184;

/*
 * The payload of the queue's events is a context (a pointer), the kind of work, and its number.
 * The byte before the payload says whether a pointer has 8 or 4 bytes.
 */
inline int WIDTH[char *payload] = *(uint8_t *)(payload - 1) ? 8 : 4;

uint64_t shown[pid_t], queued[uint32_t, uint32_t], vsync;

microsoft-windows-dxgkrnl:::events
/arg0 == PRESENT && shown[pid]/
{
	@frame[execname] = lquantize((timestamp - shown[pid]) / 1000000, 0, 100, 5);
	@late[execname] = sum(timestamp - shown[pid] > 20000000);
}

microsoft-windows-dxgkrnl:::events
/arg0 == PRESENT/
{
	shown[pid] = timestamp;
	@frames[execname] = count();
}

microsoft-windows-dxgkrnl:::events
/arg0 == VSYNC && vsync/
{
	@vsync = lquantize((timestamp - vsync) / 1000000, 0, 100, 5);
}

microsoft-windows-dxgkrnl:::events
/arg0 == VSYNC/
{
	vsync = timestamp;
}

microsoft-windows-dxgkrnl:::events
/arg0 == QUEUE_START/
{
	queued[*(uint32_t *)arg2, *(uint32_t *)(arg2 + WIDTH[(char *)arg2] + 4)] = timestamp;
}

microsoft-windows-dxgkrnl:::events
/arg0 == QUEUE_STOP/
{
	this->since = queued[*(uint32_t *)arg2, *(uint32_t *)(arg2 + WIDTH[(char *)arg2] + 4)];
	queued[*(uint32_t *)arg2, *(uint32_t *)(arg2 + WIDTH[(char *)arg2] + 4)] = 0;
}

microsoft-windows-dxgkrnl:::events
/arg0 == QUEUE_STOP && this->since/
{
	@queue[execname] = lquantize((timestamp - this->since) / 1000000, 0, 50, 2);
}

sched:::on-cpu
/pid != 0/
{
	@cpu[cpu] = lquantize(timestamp / 1000000, 0, 2000, 20);
}

END
{
	printf("frames, and those later than 20 ms\n");
	printa("  %-20s %@6d %@6d\n", @frames, @late);
	printf("\nms from frame to frame\n");
	printa(@frame);
	printf("\nms from refresh to refresh\n");
	printa(@vsync);
	printf("\nms that work waited for the graphics processor\n");
	printa(@queue);
	printf("\nswitches to a thread, by CPU and ms\n");
	printa(@cpu);
}

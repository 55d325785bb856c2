/*
 * vminfo: the events behind the kernel's counters of memory.  A probe fires in the thread that
 * increases the counter, and arg0 is the increase.
 */
#include "blockops.h"
#include "linux.h"
#include "providers.h"

enum {
	VM_AS_FAULT,
	VM_PROT_FAULT,
	VM_COW_FAULT,
	VM_KERNEL_ASFLT,
	VM_PGIN,
	VM_PGOUT,
	VM_PGPGIN,
	VM_PGPGOUT
};

/* clang-format off */
#define VMINFO(name, tag) \
	{ .ps_func = "event", .ps_name = name, .ps_tag = tag, .ps_args = { { "uint64_t", NULL, 0 } } }
/* clang-format on */

static const struct dt_probe_spec vminfo_probes[] = {
	VMINFO("as_fault", VM_AS_FAULT),	 /* page faults in a process's memory */
	VMINFO("prot_fault", VM_PROT_FAULT),	 /* faults on a page that is present, */
	VMINFO("cow_fault", VM_COW_FAULT),	 /* and writes to such a page */
	VMINFO("kernel_asflt", VM_KERNEL_ASFLT), /* in the kernel's own */
	VMINFO("pgin", VM_PGIN),		 /* requests to block devices; their pages */
	VMINFO("pgout", VM_PGOUT), VMINFO("pgpgin", VM_PGPGIN), VMINFO("pgpgout", VM_PGPGOUT), { 0 }
};

/* clang-format off */
#define VIEW(tag) { .lv_tag = tag, .lv_task = "current" }
/* clang-format on */

/*
 * Faults, of user code and of the kernel: the address, and the machine's code for what was wrong.
 */
enum { FAULT_PRESENT = 1, FAULT_WRITE = 2 };
enum { VIEW_AS, VIEW_PROT, VIEW_COW, VIEW_KERNEL };
static const struct dt_linux_field fault_fields[] = { { "address", 0, false }, { "code", 0, false },
	{ 0 } };
static const struct dt_linux_view fault_views[] = { [VIEW_AS] = VIEW(VM_AS_FAULT),
	[VIEW_PROT] = VIEW(VM_PROT_FAULT),
	[VIEW_COW] = VIEW(VM_COW_FAULT),
	[VIEW_KERNEL] = VIEW(VM_KERNEL_ASFLT),
	{ 0 } };

static void lx_fault(struct dt_feed *fd, const struct dt_lx_event *e)
{
	uint64_t code = dt_lx_value(e, 1);

	if ((int64_t)dt_lx_value(e, 0) < 0) { /* the upper half is the kernel's */
		dt_lx_count(fd, e, VIEW_KERNEL, 1);
		return;
	}
	dt_lx_count(fd, e, VIEW_AS, 1);
	if (code & FAULT_PRESENT)
		dt_lx_count(fd, e, VIEW_PROT, 1);
	if ((code & (FAULT_PRESENT | FAULT_WRITE)) == (FAULT_PRESENT | FAULT_WRITE))
		dt_lx_count(fd, e, VIEW_COW, 1);
}

/*
 * Requests.
 */
#define PAGE 4096

static const struct dt_linux_field block_fields[] = { { "rq->cmd_flags", 0, false },
	{ "rq->__data_len", 0, false }, { 0 } };
static const struct dt_linux_view block_views[] = { VIEW(VM_PGIN), VIEW(VM_PGOUT), VIEW(VM_PGPGIN),
	VIEW(VM_PGPGOUT), { 0 } };

static void lx_block(struct dt_feed *fd, const struct dt_lx_event *e)
{
	enum dt_lx_blockop op = dt_lx_blockop(dt_lx_value(e, 0));
	uint64_t pages = (dt_lx_value(e, 1) + PAGE - 1) / PAGE;
	unsigned write = op == DT_LX_WRITE;

	if (op != DT_LX_READ && op != DT_LX_WRITE)
		return;
	dt_lx_count(fd, e, write, 1);
	dt_lx_count(fd, e, 2 + write, pages);
}

static const struct dt_linux_source vminfo_linux[] = { { .ls_name = "page_fault_user",
							       .ls_args = "address regs code",
							       .ls_views = fault_views,
							       .ls_fields = fault_fields,
							       .ls_skip = 2,
							       .ls_handle = lx_fault },
	{ .ls_name = "page_fault_kernel",
		.ls_args = "address regs code",
		.ls_views = fault_views,
		.ls_fields = fault_fields,
		.ls_skip = 2,
		.ls_handle = lx_fault },
	{ .ls_name = "block_io_start",
		.ls_args = "rq",
		.ls_views = block_views,
		.ls_fields = block_fields,
		.ls_skip = 2,
		.ls_handle = lx_block },
	{ 0 } };

const struct dt_provider dt_prov_vminfo = {
	.pv_name = "vminfo",
	.pv_attrs = PROVIDER_STABILITY(EVOLVING_ISA, EVOLVING_ISA, PRIVATE_ISA),
	.pv_probes = vminfo_probes,
	.pv_linux = vminfo_linux,
	.pv_live_only = true,
	.pv_missing =
		"it counts what the running Linux kernel does: the pf provider has the page faults of a trace",
};

/*
 * hwconfig: the machine, as a trace describes it at its start or end: one firing for each part of
 * the machine.
 *
 * args[0] and arg4 are the description, a struct for each probe (etw_config_types.h).  arg0 is the
 * record's payload in the trace, after four bytes of header as in diag:::events; arg1 its length,
 * arg2 0 for a 32-bit and 1 for a 64-bit machine, arg3 the record's version. The running machine is
 * described as tracing begins.
 */
#include "hwconfig.h"
#include "providers.h"
#include "windows.h"

/* clang-format off */
#define HWCONFIG(name, kind, type) { .ps_func = "event", .ps_name = name, \
	.ps_tag = (kind) - ETW_CONFIG_CPU, \
	.ps_args = { { type "_t *", NULL, 4 }, { "uint32_t", NULL, 1 }, { "uint8_t", NULL, 2 }, \
		{ "uint8_t", NULL, 3 } } }
/* clang-format on */

static const struct dt_probe_spec hwconfig_probes[] = { HWCONFIG("cpu", ETW_CONFIG_CPU, "hwcpu"),
	HWCONFIG("disk-phy", ETW_CONFIG_PHYSDISK, "hwphysdisk"),
	HWCONFIG("disk-log", ETW_CONFIG_LOGDISK, "hwlogdisk"),
	HWCONFIG("nic", ETW_CONFIG_NIC, "hwnic"), HWCONFIG("video", ETW_CONFIG_VIDEO, "hwvideo"),
	HWCONFIG("service", ETW_CONFIG_SERVICE, "hwservice"),
	HWCONFIG("power", ETW_CONFIG_POWER, "hwpower"),
	HWCONFIG("network", ETW_CONFIG_NETWORK, "hwnetwork"),
	HWCONFIG("disk-optical", ETW_CONFIG_OPTICAL, "hwoptical"),
	HWCONFIG("irq", ETW_CONFIG_IRQ, "hwirq"), HWCONFIG("pnp", ETW_CONFIG_PNP, "hwpnp"),
	HWCONFIG("ide", ETW_CONFIG_IDE, "hwide"),
	HWCONFIG("platform", ETW_CONFIG_PLATFORM, "hwplatform"),
	HWCONFIG("dpi", ETW_CONFIG_DPI, "hwdpi"),
	HWCONFIG("code-integrity", ETW_CONFIG_INTEGRITY, "hwintegrity"),
	HWCONFIG("telemetry", ETW_CONFIG_TELEMETRY, "hwtelemetry"),
	HWCONFIG("defrag", ETW_CONFIG_DEFRAG, "hwdefrag"),
	HWCONFIG("dev-family", ETW_CONFIG_FAMILY, "hwfamily"),
	HWCONFIG("flight-ids", ETW_CONFIG_FLIGHT, "hwflight"),
	HWCONFIG("processor", ETW_CONFIG_PROCESSOR, "hwprocessor"),
	HWCONFIG("virtualization", ETW_CONFIG_VIRTUALIZATION, "hwvirtualization"),
	HWCONFIG("boot", ETW_CONFIG_BOOT, "hwboot"), { 0 } };

/*
 * Windows.
 */
static void etw_config(struct dt_feed *fd, const struct etw_event *ev)
{
	struct dt_firing fi;
	struct dt_mem mem;
	size_t used;
	const void *record = etl_decoded(fd, ev, &used);

	if (!record) {
		etl_broken(fd, ev);
		return;
	}
	mem = etl_mem(record, used);
	etl_firing(fd, ev, etl_context(fd, ev), &fi);
	etl_fire_record(fd, ev, &fi, &mem, ev->ev_opcode - ETW_CONFIG_CPU);
}

/* clang-format off */
#define SOURCE(kind) { .es_guid = &etl_guid_sysconfig, .es_opcode = kind, \
	.es_tags = 1u << ((kind) - ETW_CONFIG_CPU), \
	.es_handle = etw_config }
/* clang-format on */

static const struct dt_etw_source hwconfig_etw[] = { SOURCE(ETW_CONFIG_CPU),
	SOURCE(ETW_CONFIG_PHYSDISK), SOURCE(ETW_CONFIG_LOGDISK), SOURCE(ETW_CONFIG_NIC),
	SOURCE(ETW_CONFIG_VIDEO), SOURCE(ETW_CONFIG_SERVICE), SOURCE(ETW_CONFIG_POWER),
	SOURCE(ETW_CONFIG_NETWORK), SOURCE(ETW_CONFIG_OPTICAL), SOURCE(ETW_CONFIG_IRQ),
	SOURCE(ETW_CONFIG_PNP), SOURCE(ETW_CONFIG_IDE), SOURCE(ETW_CONFIG_PLATFORM),
	SOURCE(ETW_CONFIG_DPI), SOURCE(ETW_CONFIG_INTEGRITY), SOURCE(ETW_CONFIG_TELEMETRY),
	SOURCE(ETW_CONFIG_DEFRAG), SOURCE(ETW_CONFIG_FAMILY), SOURCE(ETW_CONFIG_FLIGHT),
	SOURCE(ETW_CONFIG_PROCESSOR), SOURCE(ETW_CONFIG_VIRTUALIZATION), SOURCE(ETW_CONFIG_BOOT),
	{ 0 } };

const struct dt_provider dt_prov_hwconfig = {
	.pv_name = "hwconfig",
	.pv_attrs = PROVIDER_ATTRS,
	.pv_probes = hwconfig_probes,
	.pv_etw = hwconfig_etw,
	.pv_announce = dt_hwconfig_announce,
};

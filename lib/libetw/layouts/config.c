/* The layouts of the SystemConfig records. */
#include "config.h"

/* S is the struct whose table is made. */
#define MEMBER(m) \
	.cf_size = sizeof(((struct S *)0)->m), .cf_offset = offsetof(struct S, m), .cf_name = #m
/* clang-format off */
#define TEXT(kind, arg, min, max, m) \
	{.cf_kind = kind, .cf_min = min, .cf_max = max, .cf_arg = arg, MEMBER(m)}
/* clang-format on */
#define NUM(kind, min, max, m) TEXT(kind, 0, min, max, m)
/* clang-format off */
#define SKIP(n, min, max) \
	{.cf_kind = CF_SKIP, .cf_min = min, .cf_max = max, .cf_arg = n, .cf_name = "reserved bytes"}
#define END {.cf_name = NULL}
/* clang-format on */

/* In all versions; up to 1; from 2 */
#define N(kind, m) NUM(kind, 0, 255, m)
#define W(m) N(CF_WIDE, m)
#define FIXED(n, m) TEXT(CF_FIXED, n, 0, 255, m)
#define OLD(kind, m) NUM(kind, 0, 1, m)
#define NEW(kind, m) NUM(kind, 2, 255, m)

#define S etw_hwcpu
static const struct cf_field cpu[] = { N(CF_U32, cpu_mhz), N(CF_U32, cpu_count),
	N(CF_U32, cpu_memory), N(CF_U32, cpu_pagesize), N(CF_U32, cpu_granularity),
	FIXED(256, cpu_computer), TEXT(CF_FIXED, 132, 0, 1, cpu_domain),
	TEXT(CF_FIXED, 134, 2, 255, cpu_domain), N(CF_PTR, cpu_htflag),
	NUM(CF_PTR, 3, 255, cpu_highest), NUM(CF_U16, 3, 255, cpu_architecture),
	NUM(CF_U16, 3, 255, cpu_level), NUM(CF_U16, 3, 255, cpu_revision),
	NUM(CF_U8, 3, 255, cpu_pae), NUM(CF_U8, 3, 255, cpu_nx), NUM(CF_U32, 3, 255, cpu_memspeed),
	END };
#undef S

#define S etw_hwphysdisk
static const struct cf_field physdisk[] = { N(CF_U32, pd_disk), N(CF_U32, pd_sectorsize),
	N(CF_U32, pd_sectors), N(CF_U32, pd_tracks), N(CF_U64, pd_cylinders), N(CF_U32, pd_port),
	N(CF_U32, pd_path), N(CF_U32, pd_target), N(CF_U32, pd_lun), FIXED(256, pd_manufacturer),
	N(CF_U32, pd_partitions), N(CF_U8, pd_writecache), SKIP(1, 0, 255), FIXED(3, pd_bootdrive),
	SKIP(4, 0, 255), END };
#undef S

#define S etw_hwlogdisk
static const struct cf_field logdisk[] = { N(CF_U64, ld_offset), N(CF_U64, ld_partsize),
	N(CF_U32, ld_disk), N(CF_U32, ld_size), N(CF_U32, ld_type), FIXED(4, ld_drive),
	SKIP(4, 0, 255), N(CF_U32, ld_partition), N(CF_U32, ld_sectors), N(CF_U32, ld_sectorsize),
	SKIP(4, 0, 255), N(CF_U64, ld_free), N(CF_U64, ld_total), FIXED(16, ld_filesystem),
	N(CF_U32, ld_extent), SKIP(4, 2, 255), END };
#undef S

#define S etw_hwnic
static const struct cf_field nic[] = { TEXT(CF_FIXED, 256, 0, 1, nic_name),
	OLD(CF_U32, nic_ipv4index), OLD(CF_U32, nic_maclen), OLD(CF_MAC, nic_mac), SKIP(4, 0, 1),
	OLD(CF_IPV4, nic_addresses), OLD(CF_IPV4, nic_mask), OLD(CF_IPV4, nic_dhcp),
	OLD(CF_IPV4, nic_gateway), OLD(CF_IPV4, nic_wins), OLD(CF_IPV4, nic_wins),
	OLD(CF_IPV4, nic_dns), OLD(CF_IPV4, nic_dns), OLD(CF_IPV4, nic_dns), OLD(CF_IPV4, nic_dns),
	SKIP(4, 0, 1), NEW(CF_U64, nic_mac), NEW(CF_U32, nic_maclen), NEW(CF_U32, nic_ipv4index),
	NEW(CF_U32, nic_ipv6index), NEW(CF_WIDE, nic_name), NEW(CF_WIDE, nic_addresses),
	NEW(CF_WIDE, nic_dns), END };
#undef S

#define S etw_hwvideo
static const struct cf_field video[] = { N(CF_U32, vid_memory), N(CF_U32, vid_width),
	N(CF_U32, vid_height), N(CF_U32, vid_depth), N(CF_U32, vid_refresh), FIXED(256, vid_chip),
	FIXED(256, vid_dac), FIXED(256, vid_adapter), FIXED(256, vid_bios), FIXED(256, vid_device),
	N(CF_U32, vid_flags), END };
#undef S

#define S etw_hwservice
static const struct cf_field service[] = { TEXT(CF_FIXED, 34, 0, 1, svc_name),
	TEXT(CF_FIXED, 256, 0, 1, svc_display), TEXT(CF_FIXED, 34, 0, 1, svc_process),
	N(CF_U32, svc_pid), NEW(CF_U32, svc_state), NEW(CF_U32, svc_tag), NEW(CF_WIDE, svc_name),
	NEW(CF_WIDE, svc_display), NEW(CF_WIDE, svc_process), NUM(CF_WIDE, 3, 255, svc_group),
	NUM(CF_WIDE, 3, 255, svc_svchost), END };
#undef S

#define S etw_hwpower
static const struct cf_field power[] = { N(CF_U8, pw_s1), N(CF_U8, pw_s2), N(CF_U8, pw_s3),
	N(CF_U8, pw_s4), N(CF_U8, pw_s5), N(CF_U8, pw_aoac), SKIP(2, 0, 255), END };
#undef S

#define S etw_hwnetwork
static const struct cf_field network[] = { N(CF_U32, net_partitions), N(CF_U32, net_hashsize),
	N(CF_U32, net_maxport), N(CF_U32, net_timewait), END };
#undef S

#define S etw_hwoptical
static const struct cf_field optical[] = { N(CF_U16, opt_disk), N(CF_U16, opt_bus),
	N(CF_U16, opt_type), N(CF_U16, opt_media), N(CF_U64, opt_offset), N(CF_U64, opt_size),
	N(CF_U64, opt_free), N(CF_U64, opt_total), N(CF_U64, opt_writable), N(CF_U32, opt_sessions),
	N(CF_U32, opt_tracks), N(CF_U32, opt_sectorsize), N(CF_U16, opt_status),
	N(CF_U16, opt_session), W(opt_drive), W(opt_filesystem),
	TEXT(CF_ANSI, 0, 0, 255, opt_device), TEXT(CF_ANSI, 0, 0, 255, opt_manufacturer), END };
#undef S

#define S etw_hwirq
static const struct cf_field irq[] = { N(CF_U64, irq_affinity), NUM(CF_U16, 3, 255, irq_group),
	SKIP(2, 3, 255), N(CF_U32, irq_number), N(CF_LEN, irq_device), W(irq_device), END };
#undef S

#define S etw_hwpnp
static const struct cf_field pnp[] = { NUM(CF_GUID, 4, 255, pnp_class),
	TEXT(CF_COUNT, 0, 4, 255, pnp_upper), TEXT(CF_COUNT, 1, 4, 255, pnp_lower),
	NUM(CF_U32, 5, 255, pnp_status), NUM(CF_U32, 5, 255, pnp_problem),
	NUM(CF_LEN, 0, 3, pnp_id), NUM(CF_LEN, 0, 3, pnp_description), NUM(CF_LEN, 0, 3, pnp_name),
	W(pnp_id), W(pnp_description), W(pnp_name), NUM(CF_WIDE, 4, 255, pnp_object),
	NUM(CF_WIDE, 4, 255, pnp_service), TEXT(CF_LIST, 0, 4, 255, pnp_upper),
	TEXT(CF_LIST, 1, 4, 255, pnp_lower), END };
#undef S

#define S etw_hwide
static const struct cf_field ide[] = { N(CF_U32, ide_target), N(CF_U32, ide_type),
	N(CF_U32, ide_timing), TEXT(CF_LEN, 1, 0, 255, ide_location), W(ide_location), END };
#undef S

#define S etw_hwplatform
static const struct cf_field platform[] = { W(pl_manufacturer), W(pl_product), W(pl_biosdate),
	W(pl_biosversion), END };
#undef S

#define S etw_hwdpi
static const struct cf_field dpi[] = { N(CF_U32, dpi_machine), N(CF_U32, dpi_user), END };
#undef S

#define S etw_hwintegrity
static const struct cf_field integrity[] = { N(CF_U32, ci_flags), END };
#undef S

#define S etw_hwtelemetry
static const struct cf_field telemetry[] = { N(CF_GUID, tel_machine), END };
#undef S

#define S etw_hwdefrag
static const struct cf_field defrag[] = { N(CF_U64, df_alignment), N(CF_U64, df_avgfree),
	N(CF_U64, df_perslab), N(CF_U64, df_fragdirextents), N(CF_U64, df_fragextents),
	N(CF_U64, df_freecount), N(CF_U64, df_largestfree), N(CF_U64, df_purgedclusters),
	N(CF_U64, df_trimmedclusters), N(CF_U64, df_fulltime), N(CF_U64, df_lasttime),
	N(CF_U64, df_mftsize), N(CF_U64, df_total), N(CF_U64, df_used), N(CF_U32, df_avgfragments),
	N(CF_U32, df_clustersize), N(CF_U32, df_directories), N(CF_U32, df_fragdirs),
	N(CF_U32, df_fragfiles), N(CF_U32, df_fragspace), N(CF_U32, df_hwissue),
	N(CF_U32, df_mftinuse), N(CF_U32, df_slabsinuse), N(CF_U32, df_purgedslabs),
	N(CF_U32, df_backedslabs), N(CF_U32, df_percent), N(CF_U32, df_pinnedslabs),
	N(CF_U32, df_potentialslabs), N(CF_U32, df_inefficient), N(CF_U32, df_trimmedslabs),
	N(CF_U32, df_unknownslabs), N(CF_U32, df_volsnapslabs), N(CF_U32, df_mftfragments),
	N(CF_U32, df_movable), N(CF_U32, df_mfttotal), N(CF_U32, df_slabs), N(CF_U32, df_unmovable),
	N(CF_GUID, df_volume), W(df_paths), END };
#undef S

#define S etw_hwfamily
static const struct cf_field family[] = { N(CF_U64, fam_uap), N(CF_U32, fam_family),
	N(CF_U32, fam_form), END };
#undef S

#define S etw_hwflight
static const struct cf_field flight[] = { W(fl_update), W(fl_flights), END };
#undef S

#define S etw_hwprocessor
static const struct cf_field processor[] = { N(CF_U32, prc_index), N(CF_U32, prc_features),
	N(CF_U32, prc_mhz), FIXED(64, prc_name), FIXED(128, prc_identifier), FIXED(16, prc_vendor),
	END };
#undef S

#define S etw_hwvirtualization
static const struct cf_field virtualization[] = { N(CF_U8, vir_vbs), N(CF_U8, vir_hvci),
	N(CF_U8, vir_hypervisor), N(CF_U8, vir_reserved), END };
#undef S

#define S etw_hwboot
static const struct cf_field boot[] = { N(CF_U64, bt_flags), N(CF_U32, bt_firmware),
	N(CF_U8, bt_secure), N(CF_U8, bt_securecapable), N(CF_U16, bt_reserved), END };
#undef S

static const struct cf_field *const layouts[] = {
	[ETW_CONFIG_CPU] = cpu,
	[ETW_CONFIG_PHYSDISK] = physdisk,
	[ETW_CONFIG_LOGDISK] = logdisk,
	[ETW_CONFIG_NIC] = nic,
	[ETW_CONFIG_VIDEO] = video,
	[ETW_CONFIG_SERVICE] = service,
	[ETW_CONFIG_POWER] = power,
	[ETW_CONFIG_NETWORK] = network,
	[ETW_CONFIG_OPTICAL] = optical,
	[ETW_CONFIG_IRQ] = irq,
	[ETW_CONFIG_PNP] = pnp,
	[ETW_CONFIG_IDE] = ide,
	[ETW_CONFIG_PLATFORM] = platform,
	[ETW_CONFIG_DPI] = dpi,
	[ETW_CONFIG_INTEGRITY] = integrity,
	[ETW_CONFIG_TELEMETRY] = telemetry,
	[ETW_CONFIG_DEFRAG] = defrag,
	[ETW_CONFIG_FAMILY] = family,
	[ETW_CONFIG_FLIGHT] = flight,
	[ETW_CONFIG_PROCESSOR] = processor,
	[ETW_CONFIG_VIRTUALIZATION] = virtualization,
	[ETW_CONFIG_BOOT] = boot,
};

const struct cf_field *etl_config_layout(unsigned opcode)
{
	return opcode < sizeof(layouts) / sizeof(layouts[0]) ? layouts[opcode] : NULL;
}

int etw_config_known(unsigned opcode)
{
	return etl_config_layout(opcode) != NULL;
}

/*
 * etw_config_types.h - the SystemConfig records, which describe the traced machine. Each kind of
 * record has one struct for all its versions.
 *
 * The file has only plain declarations, because the D compiler parses it, too. To D, a char pointer
 * is a string, and these are the types of args[0] of hwconfig's probes. Texts are UTF-8 and never
 * NULL; GUIDs are text. Members that the record's version doesn't have are 0 or "".
 */
#ifndef ETW_CONFIG_TYPES_H
#define ETW_CONFIG_TYPES_H

#include <stdint.h>

typedef struct hwcpu {
	uint32_t cpu_mhz;
	uint32_t cpu_count;
	uint32_t cpu_memory; /* MB */
	uint32_t cpu_pagesize;
	uint32_t cpu_granularity;  /* of allocations */
	uint32_t cpu_architecture; /* 0 x86, 9 x64, 12 ARM64; this and below v3+ */
	uint32_t cpu_level;
	uint32_t cpu_revision;
	uint32_t cpu_pae;
	uint32_t cpu_nx;
	uint32_t cpu_memspeed;
	uint64_t cpu_htflag;  /* bit n: processor n is a sibling; all versions */
	uint64_t cpu_highest; /* highest user address */
	char *cpu_computer;
	char *cpu_domain;
} hwcpu_t;

typedef struct hwphysdisk {
	uint32_t pd_disk;
	uint32_t pd_sectorsize;
	uint32_t pd_sectors; /* per track */
	uint32_t pd_tracks;  /* per cylinder */
	uint64_t pd_cylinders;
	uint32_t pd_port; /* SCSI */
	uint32_t pd_path;
	uint32_t pd_target;
	uint32_t pd_lun;
	uint32_t pd_partitions;
	uint32_t pd_writecache;
	char *pd_manufacturer;
	char *pd_bootdrive;
} hwphysdisk_t;

typedef struct hwlogdisk {
	uint64_t ld_offset; /* on its disk */
	uint64_t ld_partsize;
	uint32_t ld_disk;
	uint32_t ld_size;
	uint32_t ld_type; /* 1 partition, 2 volume, 3 extended partition */
	uint32_t ld_partition;
	uint32_t ld_sectors; /* per cluster */
	uint32_t ld_sectorsize;
	int64_t ld_free; /* clusters */
	int64_t ld_total;
	uint32_t ld_extent;
	char *ld_drive;
	char *ld_filesystem;
} hwlogdisk_t;

typedef struct hwnic {
	uint64_t nic_mac; /* its first byte is the lowest */
	uint32_t nic_maclen;
	uint32_t nic_ipv4index;
	uint32_t nic_ipv6index; /* v2+ */
	char *nic_name;
	char *nic_addresses; /* separated by semicolons */
	char *nic_dns;
	char *nic_mask; /* this and below: up to v1 */
	char *nic_dhcp;
	char *nic_gateway;
	char *nic_wins;
} hwnic_t;

typedef struct hwvideo {
	uint32_t vid_memory;
	uint32_t vid_width;
	uint32_t vid_height;
	uint32_t vid_depth;   /* bits per pixel */
	uint32_t vid_refresh; /* Hz */
	uint32_t vid_flags;
	char *vid_chip;
	char *vid_dac;
	char *vid_adapter;
	char *vid_bios;
	char *vid_device;
} hwvideo_t;

typedef struct hwservice {
	uint32_t svc_pid;
	uint32_t svc_state; /* 1 stopped ... 4 running; v2+ */
	uint32_t svc_tag;   /* v2+ */
	char *svc_name;
	char *svc_display;
	char *svc_process;
	char *svc_group;   /* v3+ */
	char *svc_svchost; /* v3+ */
} hwservice_t;

typedef struct hwpower { /* supported sleep states */
	uint32_t pw_s1;
	uint32_t pw_s2;
	uint32_t pw_s3;
	uint32_t pw_s4;
	uint32_t pw_s5;
	uint32_t pw_aoac; /* always on, always connected */
} hwpower_t;

typedef struct hwnetwork {
	uint32_t net_partitions; /* of the connection table */
	uint32_t net_hashsize;
	uint32_t net_maxport;
	uint32_t net_timewait; /* s */
} hwnetwork_t;

typedef struct hwoptical {
	uint32_t opt_disk;
	uint32_t opt_bus;
	uint32_t opt_type;
	uint32_t opt_media;
	uint64_t opt_offset;
	uint64_t opt_size;
	uint64_t opt_free; /* blocks */
	uint64_t opt_total;
	uint64_t opt_writable; /* next writable address */
	uint32_t opt_sessions;
	uint32_t opt_tracks;
	uint32_t opt_sectorsize;
	uint32_t opt_status;
	uint32_t opt_session; /* status of the last session */
	char *opt_drive;
	char *opt_filesystem;
	char *opt_device;
	char *opt_manufacturer;
} hwoptical_t;

typedef struct hwirq {
	uint64_t irq_affinity;
	uint32_t irq_group; /* v3+ */
	uint32_t irq_number;
	char *irq_device;
} hwirq_t;

typedef struct hwpnp {
	char *pnp_class;      /* GUID; v4+ */
	uint32_t pnp_status;  /* v5+ */
	uint32_t pnp_problem; /* v5+ */
	char *pnp_id;
	char *pnp_description;
	char *pnp_name;
	char *pnp_object; /* physical device object; this and below v4+ */
	char *pnp_service;
	char *pnp_upper; /* upper filters, separated by semicolons */
	char *pnp_lower; /* lower filters, separated by semicolons */
} hwpnp_t;

typedef struct hwide {
	uint32_t ide_target;
	uint32_t ide_type; /* 1 ATA, 2 ATAPI */
	uint32_t ide_timing;
	char *ide_location;
} hwide_t;

typedef struct hwplatform {
	char *pl_manufacturer;
	char *pl_product;
	char *pl_biosdate;
	char *pl_biosversion;
} hwplatform_t;

typedef struct hwdpi {
	uint32_t dpi_machine;
	uint32_t dpi_user;
} hwdpi_t;

typedef struct hwintegrity {
	uint32_t ci_flags;
} hwintegrity_t;

typedef struct hwtelemetry {
	char *tel_machine; /* GUID */
} hwtelemetry_t;

typedef struct hwdefrag {
	uint64_t df_alignment; /* clusters, as all 64-bit members except the times */
	uint64_t df_avgfree;
	uint64_t df_perslab;
	uint64_t df_fragdirextents;
	uint64_t df_fragextents;
	uint64_t df_freecount;
	uint64_t df_largestfree;
	uint64_t df_purgedclusters;
	uint64_t df_trimmedclusters;
	uint64_t df_fulltime;
	uint64_t df_lasttime;
	uint64_t df_mftsize;
	uint64_t df_total;
	uint64_t df_used;
	uint32_t df_avgfragments;
	uint32_t df_clustersize;
	uint32_t df_directories;
	uint32_t df_fragdirs;
	uint32_t df_fragfiles;
	uint32_t df_fragspace;
	uint32_t df_hwissue;
	uint32_t df_mftinuse;
	uint32_t df_slabsinuse;
	uint32_t df_purgedslabs;
	uint32_t df_backedslabs;
	uint32_t df_percent;
	uint32_t df_pinnedslabs;
	uint32_t df_potentialslabs;
	uint32_t df_inefficient;
	uint32_t df_trimmedslabs;
	uint32_t df_unknownslabs;
	uint32_t df_volsnapslabs;
	uint32_t df_mftfragments;
	uint32_t df_movable;
	uint32_t df_mfttotal;
	uint32_t df_slabs;
	uint32_t df_unmovable;
	char *df_volume; /* GUID */
	char *df_paths;
} hwdefrag_t;

typedef struct hwfamily {
	uint64_t fam_uap;
	uint32_t fam_family;
	uint32_t fam_form;
} hwfamily_t;

typedef struct hwflight {
	char *fl_update;
	char *fl_flights;
} hwflight_t;

typedef struct hwprocessor {
	uint32_t prc_index;
	uint32_t prc_features;
	uint32_t prc_mhz;
	char *prc_name;
	char *prc_identifier;
	char *prc_vendor;
} hwprocessor_t;

typedef struct hwvirtualization {
	uint32_t vir_vbs;
	uint32_t vir_hvci;
	uint32_t vir_hypervisor;
	uint32_t vir_reserved;
} hwvirtualization_t;

typedef struct hwboot {
	uint64_t bt_flags;
	uint32_t bt_firmware; /* 1 BIOS, 2 UEFI */
	uint32_t bt_secure;
	uint32_t bt_securecapable;
	uint32_t bt_reserved;
} hwboot_t;

#endif

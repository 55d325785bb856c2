/*
 * What is known of the machine, a trace's or this one, as the probes of hwconfig have it in args[0]:
 * print(*args[0]) shows all of it.  What its system does not say is 0 or "".
 */

typedef struct hwcpu {
	uint32_t cpu_mhz;
	uint32_t cpu_count;
	uint32_t cpu_memory;	/* MB */
	uint32_t cpu_pagesize;
	uint32_t cpu_granularity;	/* of allocations */
	uint32_t cpu_architecture;	/* 0 x86, 9 x64, 12 ARM64; v3+, as all below */
	uint32_t cpu_level;
	uint32_t cpu_revision;
	uint32_t cpu_pae;
	uint32_t cpu_nx;
	uint32_t cpu_memspeed;
	uint64_t cpu_htflag;	/* bit n: processor n is a sibling; all versions */
	uint64_t cpu_highest;	/* user address */
	string cpu_computer;
	string cpu_domain;
} hwcpu_t;

translator hwcpu_t < struct etw_hwcpu *H > {
	cpu_mhz = H->cpu_mhz;
	cpu_count = H->cpu_count;
	cpu_memory = H->cpu_memory;
	cpu_pagesize = H->cpu_pagesize;
	cpu_granularity = H->cpu_granularity;
	cpu_architecture = H->cpu_architecture;
	cpu_level = H->cpu_level;
	cpu_revision = H->cpu_revision;
	cpu_pae = H->cpu_pae;
	cpu_nx = H->cpu_nx;
	cpu_memspeed = H->cpu_memspeed;
	cpu_htflag = H->cpu_htflag;
	cpu_highest = H->cpu_highest;
	cpu_computer = stringof(H->cpu_computer);
	cpu_domain = stringof(H->cpu_domain);
};

typedef struct hwphysdisk {
	uint32_t pd_disk;
	uint32_t pd_sectorsize;
	uint32_t pd_sectors;	/* per track */
	uint32_t pd_tracks;	/* per cylinder */
	uint64_t pd_cylinders;
	uint32_t pd_port;	/* SCSI */
	uint32_t pd_path;
	uint32_t pd_target;
	uint32_t pd_lun;
	uint32_t pd_partitions;
	uint32_t pd_writecache;
	string pd_manufacturer;
	string pd_bootdrive;
} hwphysdisk_t;

translator hwphysdisk_t < struct etw_hwphysdisk *H > {
	pd_disk = H->pd_disk;
	pd_sectorsize = H->pd_sectorsize;
	pd_sectors = H->pd_sectors;
	pd_tracks = H->pd_tracks;
	pd_cylinders = H->pd_cylinders;
	pd_port = H->pd_port;
	pd_path = H->pd_path;
	pd_target = H->pd_target;
	pd_lun = H->pd_lun;
	pd_partitions = H->pd_partitions;
	pd_writecache = H->pd_writecache;
	pd_manufacturer = stringof(H->pd_manufacturer);
	pd_bootdrive = stringof(H->pd_bootdrive);
};

typedef struct hwlogdisk {
	uint64_t ld_offset;	/* on its disk */
	uint64_t ld_partsize;
	uint32_t ld_disk;
	uint32_t ld_size;
	uint32_t ld_type;	/* 1 partition, 2 volume, 3 extended partition */
	uint32_t ld_partition;
	uint32_t ld_sectors;	/* per cluster */
	uint32_t ld_sectorsize;
	int64_t ld_free;	/* clusters */
	int64_t ld_total;
	uint32_t ld_extent;
	string ld_drive;
	string ld_filesystem;
} hwlogdisk_t;

translator hwlogdisk_t < struct etw_hwlogdisk *H > {
	ld_offset = H->ld_offset;
	ld_partsize = H->ld_partsize;
	ld_disk = H->ld_disk;
	ld_size = H->ld_size;
	ld_type = H->ld_type;
	ld_partition = H->ld_partition;
	ld_sectors = H->ld_sectors;
	ld_sectorsize = H->ld_sectorsize;
	ld_free = H->ld_free;
	ld_total = H->ld_total;
	ld_extent = H->ld_extent;
	ld_drive = stringof(H->ld_drive);
	ld_filesystem = stringof(H->ld_filesystem);
};

typedef struct hwnic {
	uint64_t nic_mac;	/* first byte lowest */
	uint32_t nic_maclen;
	uint32_t nic_ipv4index;
	uint32_t nic_ipv6index;	/* v2+ */
	string nic_name;
	string nic_addresses;	/* several are apart by a semicolon */
	string nic_dns;
	string nic_mask;	/* up to v1, as all below */
	string nic_dhcp;
	string nic_gateway;
	string nic_wins;
} hwnic_t;

translator hwnic_t < struct etw_hwnic *H > {
	nic_mac = H->nic_mac;
	nic_maclen = H->nic_maclen;
	nic_ipv4index = H->nic_ipv4index;
	nic_ipv6index = H->nic_ipv6index;
	nic_name = stringof(H->nic_name);
	nic_addresses = stringof(H->nic_addresses);
	nic_dns = stringof(H->nic_dns);
	nic_mask = stringof(H->nic_mask);
	nic_dhcp = stringof(H->nic_dhcp);
	nic_gateway = stringof(H->nic_gateway);
	nic_wins = stringof(H->nic_wins);
};

typedef struct hwvideo {
	uint32_t vid_memory;
	uint32_t vid_width;
	uint32_t vid_height;
	uint32_t vid_depth;	/* bits per pixel */
	uint32_t vid_refresh;	/* Hz */
	uint32_t vid_flags;
	string vid_chip;
	string vid_dac;
	string vid_adapter;
	string vid_bios;
	string vid_device;
} hwvideo_t;

translator hwvideo_t < struct etw_hwvideo *H > {
	vid_memory = H->vid_memory;
	vid_width = H->vid_width;
	vid_height = H->vid_height;
	vid_depth = H->vid_depth;
	vid_refresh = H->vid_refresh;
	vid_flags = H->vid_flags;
	vid_chip = stringof(H->vid_chip);
	vid_dac = stringof(H->vid_dac);
	vid_adapter = stringof(H->vid_adapter);
	vid_bios = stringof(H->vid_bios);
	vid_device = stringof(H->vid_device);
};

typedef struct hwservice {
	uint32_t svc_pid;
	uint32_t svc_state;	/* 1 stopped ... 4 running; v2+ */
	uint32_t svc_tag;	/* v2+ */
	string svc_name;
	string svc_display;
	string svc_process;
	string svc_group;	/* v3+ */
	string svc_svchost;	/* v3+ */
} hwservice_t;

translator hwservice_t < struct etw_hwservice *H > {
	svc_pid = H->svc_pid;
	svc_state = H->svc_state;
	svc_tag = H->svc_tag;
	svc_name = stringof(H->svc_name);
	svc_display = stringof(H->svc_display);
	svc_process = stringof(H->svc_process);
	svc_group = stringof(H->svc_group);
	svc_svchost = stringof(H->svc_svchost);
};

typedef struct hwpower {
	uint32_t pw_s1;
	uint32_t pw_s2;
	uint32_t pw_s3;
	uint32_t pw_s4;
	uint32_t pw_s5;
	uint32_t pw_aoac;	/* always on, always connected */
} hwpower_t;

translator hwpower_t < struct etw_hwpower *H > {
	pw_s1 = H->pw_s1;
	pw_s2 = H->pw_s2;
	pw_s3 = H->pw_s3;
	pw_s4 = H->pw_s4;
	pw_s5 = H->pw_s5;
	pw_aoac = H->pw_aoac;
};

typedef struct hwnetwork {
	uint32_t net_partitions;	/* of the table of connections */
	uint32_t net_hashsize;
	uint32_t net_maxport;
	uint32_t net_timewait;	/* s */
} hwnetwork_t;

translator hwnetwork_t < struct etw_hwnetwork *H > {
	net_partitions = H->net_partitions;
	net_hashsize = H->net_hashsize;
	net_maxport = H->net_maxport;
	net_timewait = H->net_timewait;
};

typedef struct hwoptical {
	uint32_t opt_disk;
	uint32_t opt_bus;
	uint32_t opt_type;
	uint32_t opt_media;
	uint64_t opt_offset;
	uint64_t opt_size;
	uint64_t opt_free;	/* blocks */
	uint64_t opt_total;
	uint64_t opt_writable;	/* next address */
	uint32_t opt_sessions;
	uint32_t opt_tracks;
	uint32_t opt_sectorsize;
	uint32_t opt_status;
	uint32_t opt_session;	/* status of the last one */
	string opt_drive;
	string opt_filesystem;
	string opt_device;
	string opt_manufacturer;
} hwoptical_t;

translator hwoptical_t < struct etw_hwoptical *H > {
	opt_disk = H->opt_disk;
	opt_bus = H->opt_bus;
	opt_type = H->opt_type;
	opt_media = H->opt_media;
	opt_offset = H->opt_offset;
	opt_size = H->opt_size;
	opt_free = H->opt_free;
	opt_total = H->opt_total;
	opt_writable = H->opt_writable;
	opt_sessions = H->opt_sessions;
	opt_tracks = H->opt_tracks;
	opt_sectorsize = H->opt_sectorsize;
	opt_status = H->opt_status;
	opt_session = H->opt_session;
	opt_drive = stringof(H->opt_drive);
	opt_filesystem = stringof(H->opt_filesystem);
	opt_device = stringof(H->opt_device);
	opt_manufacturer = stringof(H->opt_manufacturer);
};

typedef struct hwirq {
	uint64_t irq_affinity;
	uint32_t irq_group;	/* v3+ */
	uint32_t irq_number;
	string irq_device;
} hwirq_t;

translator hwirq_t < struct etw_hwirq *H > {
	irq_affinity = H->irq_affinity;
	irq_group = H->irq_group;
	irq_number = H->irq_number;
	irq_device = stringof(H->irq_device);
};

typedef struct hwpnp {
	string pnp_class;	/* GUID; v4+ */
	uint32_t pnp_status;	/* v5+ */
	uint32_t pnp_problem;	/* v5+ */
	string pnp_id;
	string pnp_description;
	string pnp_name;
	string pnp_object;	/* physical device object; v4+, as all below */
	string pnp_service;
	string pnp_upper;	/* filters; several are apart by a semicolon */
	string pnp_lower;
} hwpnp_t;

translator hwpnp_t < struct etw_hwpnp *H > {
	pnp_class = stringof(H->pnp_class);
	pnp_status = H->pnp_status;
	pnp_problem = H->pnp_problem;
	pnp_id = stringof(H->pnp_id);
	pnp_description = stringof(H->pnp_description);
	pnp_name = stringof(H->pnp_name);
	pnp_object = stringof(H->pnp_object);
	pnp_service = stringof(H->pnp_service);
	pnp_upper = stringof(H->pnp_upper);
	pnp_lower = stringof(H->pnp_lower);
};

typedef struct hwide {
	uint32_t ide_target;
	uint32_t ide_type;	/* 1 ATA, 2 ATAPI */
	uint32_t ide_timing;
	string ide_location;
} hwide_t;

translator hwide_t < struct etw_hwide *H > {
	ide_target = H->ide_target;
	ide_type = H->ide_type;
	ide_timing = H->ide_timing;
	ide_location = stringof(H->ide_location);
};

typedef struct hwplatform {
	string pl_manufacturer;
	string pl_product;
	string pl_biosdate;
	string pl_biosversion;
} hwplatform_t;

translator hwplatform_t < struct etw_hwplatform *H > {
	pl_manufacturer = stringof(H->pl_manufacturer);
	pl_product = stringof(H->pl_product);
	pl_biosdate = stringof(H->pl_biosdate);
	pl_biosversion = stringof(H->pl_biosversion);
};

typedef struct hwdpi {
	uint32_t dpi_machine;
	uint32_t dpi_user;
} hwdpi_t;

translator hwdpi_t < struct etw_hwdpi *H > {
	dpi_machine = H->dpi_machine;
	dpi_user = H->dpi_user;
};

typedef struct hwintegrity {
	uint32_t ci_flags;
} hwintegrity_t;

translator hwintegrity_t < struct etw_hwintegrity *H > {
	ci_flags = H->ci_flags;
};

typedef struct hwtelemetry {
	string tel_machine;	/* GUID */
} hwtelemetry_t;

translator hwtelemetry_t < struct etw_hwtelemetry *H > {
	tel_machine = stringof(H->tel_machine);
};

typedef struct hwdefrag {
	uint64_t df_alignment;	/* clusters, as all of 64 bits but the times */
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
	string df_volume;	/* GUID */
	string df_paths;
} hwdefrag_t;

translator hwdefrag_t < struct etw_hwdefrag *H > {
	df_alignment = H->df_alignment;
	df_avgfree = H->df_avgfree;
	df_perslab = H->df_perslab;
	df_fragdirextents = H->df_fragdirextents;
	df_fragextents = H->df_fragextents;
	df_freecount = H->df_freecount;
	df_largestfree = H->df_largestfree;
	df_purgedclusters = H->df_purgedclusters;
	df_trimmedclusters = H->df_trimmedclusters;
	df_fulltime = H->df_fulltime;
	df_lasttime = H->df_lasttime;
	df_mftsize = H->df_mftsize;
	df_total = H->df_total;
	df_used = H->df_used;
	df_avgfragments = H->df_avgfragments;
	df_clustersize = H->df_clustersize;
	df_directories = H->df_directories;
	df_fragdirs = H->df_fragdirs;
	df_fragfiles = H->df_fragfiles;
	df_fragspace = H->df_fragspace;
	df_hwissue = H->df_hwissue;
	df_mftinuse = H->df_mftinuse;
	df_slabsinuse = H->df_slabsinuse;
	df_purgedslabs = H->df_purgedslabs;
	df_backedslabs = H->df_backedslabs;
	df_percent = H->df_percent;
	df_pinnedslabs = H->df_pinnedslabs;
	df_potentialslabs = H->df_potentialslabs;
	df_inefficient = H->df_inefficient;
	df_trimmedslabs = H->df_trimmedslabs;
	df_unknownslabs = H->df_unknownslabs;
	df_volsnapslabs = H->df_volsnapslabs;
	df_mftfragments = H->df_mftfragments;
	df_movable = H->df_movable;
	df_mfttotal = H->df_mfttotal;
	df_slabs = H->df_slabs;
	df_unmovable = H->df_unmovable;
	df_volume = stringof(H->df_volume);
	df_paths = stringof(H->df_paths);
};

typedef struct hwfamily {
	uint64_t fam_uap;
	uint32_t fam_family;
	uint32_t fam_form;
} hwfamily_t;

translator hwfamily_t < struct etw_hwfamily *H > {
	fam_uap = H->fam_uap;
	fam_family = H->fam_family;
	fam_form = H->fam_form;
};

typedef struct hwflight {
	string fl_update;
	string fl_flights;
} hwflight_t;

translator hwflight_t < struct etw_hwflight *H > {
	fl_update = stringof(H->fl_update);
	fl_flights = stringof(H->fl_flights);
};

typedef struct hwprocessor {
	uint32_t prc_index;
	uint32_t prc_features;
	uint32_t prc_mhz;
	string prc_name;
	string prc_identifier;
	string prc_vendor;
} hwprocessor_t;

translator hwprocessor_t < struct etw_hwprocessor *H > {
	prc_index = H->prc_index;
	prc_features = H->prc_features;
	prc_mhz = H->prc_mhz;
	prc_name = stringof(H->prc_name);
	prc_identifier = stringof(H->prc_identifier);
	prc_vendor = stringof(H->prc_vendor);
};

typedef struct hwvirtualization {
	uint32_t vir_vbs;
	uint32_t vir_hvci;
	uint32_t vir_hypervisor;
	uint32_t vir_reserved;
} hwvirtualization_t;

translator hwvirtualization_t < struct etw_hwvirtualization *H > {
	vir_vbs = H->vir_vbs;
	vir_hvci = H->vir_hvci;
	vir_hypervisor = H->vir_hypervisor;
	vir_reserved = H->vir_reserved;
};

typedef struct hwboot {
	uint64_t bt_flags;
	uint32_t bt_firmware;	/* 1 BIOS, 2 UEFI */
	uint32_t bt_secure;
	uint32_t bt_securecapable;
	uint32_t bt_reserved;
} hwboot_t;

translator hwboot_t < struct etw_hwboot *H > {
	bt_flags = H->bt_flags;
	bt_firmware = H->bt_firmware;
	bt_secure = H->bt_secure;
	bt_securecapable = H->bt_securecapable;
	bt_reserved = H->bt_reserved;
};

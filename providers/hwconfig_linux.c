/*
 * hwconfig on the running system: the machine as /proc and /sys describe it when tracing begins.
 * There is no record, so arg0 and arg1 are 0; the version is the latest of Windows. Facts that
 * Linux doesn't have have no probe.
 */
#include <dirent.h>
#include <ifaddrs.h>
#include <limits.h>
#include <net/if.h>
#include <netdb.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <sys/utsname.h>
#include <unistd.h>
#include "hwconfig.h"
#include "providers.h"
#include "stream.h"
#include "windows.h"

static char none[1]; /* unknown texts */

struct tell { /* the time of the firings */
	struct dt_feed *te_feed;
	uint64_t te_time;
	int64_t te_wall;
	int te_tag;
	struct dt_firing *te_firing;
};

static void announce_probe(struct dt_probe *p, void *arg)
{
	const struct tell *te = arg;

	if (dt_probe_tag(p) == te->te_tag && dt_probe_enabled(p))
		dt_fire(te->te_feed->fd_engine, p, te->te_firing);
}

/* Fires the probe of that kind with the record and the texts in it. */
static void tell(struct tell *te, unsigned kind, const void *record, size_t size,
	const char *const *texts, unsigned ntexts)
{
	struct dt_engine *en = te->te_feed->fd_engine;
	struct dt_mem mem[6] = { etl_mem(record, size) };
	struct dt_firing fi = { .fi_time = te->te_time,
		.fi_wall = te->te_wall,
		.fi_mem = mem,
		.fi_nmem = 1,
		.fi_thread = dt_sys_thread(dt_system(en), DT_NOID, DT_NOID),
		.fi_args = { 0, 0, sizeof(void *) == 8, 5, (uintptr_t)record } };

	for (unsigned i = 0; i < ntexts && fi.fi_nmem < 6; i++)
		mem[fi.fi_nmem++] = etl_mem(texts[i], strlen(texts[i]) + 1);
	te->te_tag = (int)(kind - ETW_CONFIG_CPU);
	te->te_firing = &fi;
	dt_probe_walk(en, &dt_prov_hwconfig, announce_probe, te);
}

#define TELL(te, kind, record, ...) \
	do { \
		const char *const texts_[] = { __VA_ARGS__ }; \
		tell(te, kind, &(record), sizeof(record), texts_, \
			sizeof(texts_) / sizeof(texts_[0])); \
	} while (0)

/* The first line of a file, "" if it can't be read; buf is returned. */
__attribute__((format(printf, 3, 4))) static char *line_of(char *buf, size_t size, const char *fmt,
	...)
{
	char path[PATH_MAX];
	va_list ap;
	FILE *f;

	va_start(ap, fmt);
	vsnprintf(path, sizeof(path), fmt, ap);
	va_end(ap);
	f = base_stream(path, "re");
	if (!f || !fgets(buf, (int)size, f))
		buf[0] = '\0';
	buf[strcspn(buf, "\n")] = '\0';
	if (f)
		fclose(f);
	return buf;
}

/*
 * Processors.
 */
static void announce_cpu(struct tell *te, uint32_t mhz)
{
	long page = sysconf(_SC_PAGESIZE);
	char domain[256];
	struct utsname un;

	if (uname(&un) != 0)
		return;
	line_of(domain, sizeof(domain), "/proc/sys/kernel/domainname");
	hwcpu_t c = { .cpu_mhz = mhz,
		.cpu_count = (uint32_t)sysconf(_SC_NPROCESSORS_ONLN),
		.cpu_memory = (uint32_t)((uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)page >> 20),
		.cpu_pagesize = (uint32_t)page,
		.cpu_granularity = (uint32_t)page,
		.cpu_architecture = strcmp(un.machine, "x86_64") == 0 ? 9 :
			strcmp(un.machine, "aarch64") == 0	      ? 12 :
									0,
		.cpu_computer = un.nodename,
		.cpu_domain = strcmp(domain, "(none)") == 0 ? none : domain };
	TELL(te, ETW_CONFIG_CPU, c, c.cpu_computer, c.cpu_domain);
}

static void announce_processor(struct tell *te, hwprocessor_t *p)
{
	TELL(te, ETW_CONFIG_PROCESSOR, *p, p->prc_name, p->prc_identifier, p->prc_vendor);
}

static void announce_processors(struct tell *te)
{
	char line[1024], name[128] = "", vendor[64] = "", identifier[96] = "";
	unsigned family = 0, model = 0;
	hwprocessor_t p = { .prc_name = name, .prc_identifier = identifier, .prc_vendor = vendor };
	FILE *f = base_stream("/proc/cpuinfo", "re");
	uint32_t mhz = 0;
	bool any = false;

	while (f && fgets(line, sizeof(line), f)) {
		if (line[0] == '\n' && any) {
			snprintf(identifier, sizeof(identifier), "Family %u Model %u", family,
				model);
			announce_processor(te, &p);
			any = false;
		}
		any |= sscanf(line, "processor : %u", &p.prc_index) == 1;
		sscanf(line, "cpu family : %u", &family);
		sscanf(line, "model : %u", &model);
		sscanf(line, "model name : %127[^\n]", name);
		sscanf(line, "vendor_id : %63[^\n]", vendor);
		if (sscanf(line, "cpu MHz : %u", &p.prc_mhz) == 1 && mhz == 0)
			mhz = p.prc_mhz;
	}
	if (f)
		fclose(f);
	announce_cpu(te, mhz);
}

/* Devices, without virtual ones. */
static unsigned partitions(const char *disk)
{
	char path[512], text[32];
	unsigned n = 0;
	DIR *d;

	snprintf(path, sizeof(path), "/sys/block/%s", disk);
	d = base_opendir(path);
	for (struct dirent *de; d && (de = readdir(d));)
		n += *line_of(text, sizeof(text), "%s/%s/partition", path, de->d_name) != '\0';
	if (d)
		closedir(d);
	return n;
}

static void announce_disk(struct tell *te, const char *disk, uint32_t number)
{
	enum { SECTORS = 63, TRACKS = 255 }; /* a conventional geometry */
	char text[128], model[128];
	uint64_t size = strtoull(line_of(text, sizeof(text), "/sys/block/%s/size", disk), NULL,
				10) *
		512;
	uint32_t sector = (uint32_t)atoi(
		line_of(text, sizeof(text), "/sys/block/%s/queue/logical_block_size", disk));
	bool back = strcmp(line_of(text, sizeof(text), "/sys/block/%s/queue/write_cache", disk),
			    "write back") == 0;

	if (*line_of(model, sizeof(model), "/sys/block/%s/device/model", disk) == '\0')
		snprintf(model, sizeof(model), "%.*s", (int)sizeof(model) - 1, disk);
	sector = sector != 0 ? sector : 512;
	hwphysdisk_t pd = { .pd_disk = number,
		.pd_sectorsize = sector,
		.pd_sectors = SECTORS,
		.pd_tracks = TRACKS,
		.pd_cylinders = size / sector / SECTORS / TRACKS,
		.pd_writecache = back,
		.pd_partitions = partitions(disk),
		.pd_manufacturer = model,
		.pd_bootdrive = none };
	TELL(te, ETW_CONFIG_PHYSDISK, pd, pd.pd_manufacturer, pd.pd_bootdrive);
}

static int named(const struct dirent *de)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "/sys/block/%s/device", de->d_name);
	return de->d_name[0] != '.' && access(path, F_OK) == 0;
}

static void announce_disks(struct tell *te)
{
	struct dirent **all;
	int n = base_scandir("/sys/block", &all, named);

	for (int i = 0; i < n; i++) {
		announce_disk(te, all[i]->d_name, (uint32_t)i);
		free(all[i]);
	}
	if (n >= 0)
		free(all);
}

static void nic_addresses(const struct ifaddrs *all, const char *name, char *to, size_t size)
{
	size_t n = 0;

	to[0] = '\0';
	for (const struct ifaddrs *ia = all; ia; ia = ia->ifa_next) {
		char host[NI_MAXHOST];
		int family = ia->ifa_addr ? ia->ifa_addr->sa_family : AF_UNSPEC;
		socklen_t len = family == AF_INET ? sizeof(struct sockaddr_in) :
						    sizeof(struct sockaddr_in6);

		if (strcmp(ia->ifa_name, name) != 0 || (family != AF_INET && family != AF_INET6) ||
			getnameinfo(ia->ifa_addr, len, host, sizeof(host), NULL, 0,
				NI_NUMERICHOST) != 0 ||
			n >= size)
			continue;
		n += (size_t)snprintf(to + n, size - n, "%s%s", n != 0 ? ";" : "", host);
	}
}

static void announce_nic(struct tell *te, const struct ifaddrs *all, const char *name,
	unsigned index)
{
	char text[64], addresses[1024];
	unsigned m[6] = { 0 };
	hwnic_t nic = { .nic_ipv4index = index,
		.nic_ipv6index = index,
		.nic_name = (char *)name,
		.nic_addresses = addresses,
		.nic_dns = none,
		.nic_mask = none,
		.nic_dhcp = none,
		.nic_gateway = none,
		.nic_wins = none };

	if (sscanf(line_of(text, sizeof(text), "/sys/class/net/%s/address", name),
		    "%x:%x:%x:%x:%x:%x", &m[0], &m[1], &m[2], &m[3], &m[4], &m[5]) == 6)
		nic.nic_maclen = 6;
	for (unsigned i = 0; i < 6; i++)
		nic.nic_mac |= (uint64_t)(m[i] & 0xff) << 8 * i;
	nic_addresses(all, name, addresses, sizeof(addresses));
	TELL(te, ETW_CONFIG_NIC, nic, nic.nic_name, nic.nic_addresses, nic.nic_dns);
}

static void announce_nics(struct tell *te)
{
	struct if_nameindex *ni = if_nameindex();
	struct ifaddrs *all = NULL;

	if (!ni || getifaddrs(&all) != 0)
		all = NULL;
	for (struct if_nameindex *i = ni; i && i->if_index != 0; i++)
		announce_nic(te, all, i->if_name, i->if_index);
	if (all)
		freeifaddrs(all);
	if (ni)
		if_freenameindex(ni);
}

/*
 * Firmware.
 */
static void announce_platform(struct tell *te)
{
	char vendor[128], product[128], date[64], version[128];
	hwplatform_t pl = { line_of(vendor, sizeof(vendor), "/sys/class/dmi/id/sys_vendor"),
		line_of(product, sizeof(product), "/sys/class/dmi/id/product_name"),
		line_of(date, sizeof(date), "/sys/class/dmi/id/bios_date"),
		line_of(version, sizeof(version), "/sys/class/dmi/id/bios_version") };

	if (*vendor != '\0' || *product != '\0')
		TELL(te, ETW_CONFIG_PLATFORM, pl, vendor, product, date, version);
}

static void announce_boot(struct tell *te)
{
	hwboot_t bt = { .bt_firmware = access("/sys/firmware/efi", F_OK) == 0 ? 2 : 1 };

	tell(te, ETW_CONFIG_BOOT, &bt, sizeof(bt), NULL, 0);
}

static void announce_any(struct dt_probe *p, void *any)
{
	*(bool *)any |= dt_probe_enabled(p);
}

void dt_hwconfig_announce(struct dt_feed *fd, uint64_t time, int64_t wall)
{
	struct tell te = { .te_feed = fd, .te_time = time, .te_wall = wall };
	bool any = false;

	dt_probe_walk(fd->fd_engine, &dt_prov_hwconfig, announce_any, &any);
	if (!any)
		return;
	announce_processors(&te);
	announce_disks(&te);
	announce_nics(&te);
	announce_platform(&te);
	announce_boot(&te);
}

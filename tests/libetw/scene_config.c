/* A scene of the machine: one record of each kind that describes it. */
#include "etw_records.h"
#include "scene.h"

#define GUID "{0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0}"
#define OTHER_GUID "{12345678-9abc-def0-0123-456789abcdef}"

static const hwcpu_t cpu = { 3600, 8, 16384, 4096, 65536, 9, 6, 0x3c03, 1, 2, 2400, 0xaa,
	0x7ffeffff, "GALLIA", "example.org" };
static const hwphysdisk_t physdisk = { 1, 512, 63, 255, 16721, 2, 3, 4, 5, 6, 7,
	"Virtual HD \xc3\xa9", "C" };
static const hwlogdisk_t logdisk = { 0x100000, 0x1f9fb6ba00, 5, 112, 1, 2, 8, 512, 22674680,
	33160043, 7, "C:", "NTFS" };
static const hwnic_t nic = { 0x0b3a7f5d1500, 6, 7, 9, "Ethernet Adapter", "10.0.0.1",
	"10.0.0.53;10.0.0.54", "255.0.0.0", "10.0.0.2", "10.0.0.254", "10.0.0.70;10.0.0.71" };
static const hwvideo_t video = { 128, 1920, 1080, 32, 60, 5, "Chip", "DAC", "Adapter", "BIOS",
	"PCI\\VEN_1414" };
static const hwservice_t service = { 2200, 4, 77, "MSSQL", "SQL Server", "sqlservr.exe",
	"Databases", "netsvcs" };
static const hwpower_t power = { 1, 2, 3, 4, 5, 6 };
static const hwnetwork_t network = { 32, 65536, 5000, 120 };
static const hwoptical_t optical = { 1, 2, 5, 16, 32, 734003200, 3, 358400, 4, 8, 9, 2048, 6, 7,
	"D:", "UDF", "CD/ROM", "Msft" };
static const hwirq_t irq = { 0xff, 1, 10, "PCI\\VEN_8086" };
static const hwpnp_t pnp = { OTHER_GUID, 0x180200a, 3, "ROOT\\DISPLAY\\0000", "Display Driver",
	"Screen", "\\Device\\00000001", "disp", "upper1;upper2", "lower1" };
static const hwide_t ide = { 1, 2, 0x410, "Channel 0" };
static const hwplatform_t platform = { "Example Corporation", "Virtual Machine", "12/07/2018",
	"090008" };
static const hwdpi_t dpi = { 96, 144 };
static const hwintegrity_t integrity = { 1 };
static const hwtelemetry_t telemetry = { GUID };
static const hwdefrag_t defrag = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
	19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, GUID, "C:\\" };
static const hwfamily_t family = { 0x00000a004a6101c2, 3, 1 };
static const hwflight_t flight = { "AFBFD20A.1", "RS:685B,FX:11AF08B8" };
static const hwprocessor_t processor = { 3, 0x3d1b3dff, 2295, "Example CPU @ 2.30GHz",
	"Intel64 Family 6 Model 79 Stepping 1", "GenuineIntel" };
static const hwvirtualization_t virtualization = { 1, 2, 3, 0x3c };
static const hwboot_t boot = { 0x10, 2, 1, 3, 7 };

static const struct {
	uint8_t op;
	unsigned version; /* of current systems */
	const void *rec;
} things[] = { { ETW_CONFIG_CPU, 3, &cpu }, { ETW_CONFIG_PHYSDISK, 2, &physdisk },
	{ ETW_CONFIG_LOGDISK, 2, &logdisk }, { ETW_CONFIG_NIC, 2, &nic },
	{ ETW_CONFIG_VIDEO, 2, &video }, { ETW_CONFIG_SERVICE, 3, &service },
	{ ETW_CONFIG_POWER, 2, &power }, { ETW_CONFIG_NETWORK, 2, &network },
	{ ETW_CONFIG_OPTICAL, 2, &optical }, { ETW_CONFIG_IRQ, 3, &irq },
	{ ETW_CONFIG_PNP, 5, &pnp }, { ETW_CONFIG_IDE, 2, &ide },
	{ ETW_CONFIG_PLATFORM, 2, &platform }, { ETW_CONFIG_DPI, 2, &dpi },
	{ ETW_CONFIG_INTEGRITY, 2, &integrity }, { ETW_CONFIG_TELEMETRY, 2, &telemetry },
	{ ETW_CONFIG_DEFRAG, 2, &defrag }, { ETW_CONFIG_FAMILY, 2, &family },
	{ ETW_CONFIG_FLIGHT, 2, &flight }, { ETW_CONFIG_PROCESSOR, 2, &processor },
	{ ETW_CONFIG_VIRTUALIZATION, 2, &virtualization }, { ETW_CONFIG_BOOT, 2, &boot } };

void scene_machine(struct scene *sc)
{
	scene_cast(sc);
	for (size_t i = 0; i < sizeof(things) / sizeof(things[0]); i++) {
		struct etw_event ev = scene_head(sc, 0, things[i].op, things[i].version);

		ev.ev_provider = etw_group_guid(0x0b);
		etw_write_record(sc->sc_w, &ev, things[i].rec);
	}
}

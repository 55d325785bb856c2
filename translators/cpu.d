/*
 * The CPU on which a probe fires.
 */
#pragma D depends_on library types.d

typedef struct cpuinfo {
	processorid_t cpu_id;
	psetid_t cpu_pset;
	chipid_t cpu_chip;
	lgrp_id_t cpu_lgrp;
} cpuinfo_t;

translator cpuinfo_t < cpu_t *C > {
	cpu_id = C->c_id;
	cpu_pset = C->c_pset;
	cpu_chip = C->c_chip;
	cpu_lgrp = C->c_lgrp;
};

inline cpuinfo_t *curcpu = xlate <cpuinfo_t *> (_curcpu);
#pragma D attributes Stable/Stable/Common curcpu

inline processorid_t cpu = curcpu->cpu_id;
#pragma D attributes Stable/Stable/Common cpu

inline psetid_t pset = curcpu->cpu_pset;
#pragma D attributes Stable/Stable/Common pset

inline chipid_t chip = curcpu->cpu_chip;
#pragma D attributes Stable/Stable/Common chip

inline lgrp_id_t lgrp = curcpu->cpu_lgrp;
#pragma D attributes Stable/Stable/Common lgrp

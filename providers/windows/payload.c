/*
 * Payloads for scripts, after four bytes of header that describe the payload; and the records that
 * libetw makes of them.
 */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "etw_records.h"
#include "windows.h"

uint8_t *etl_payload(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etl_feed *ef = etl_of(fd);
	size_t size = ETL_PAYLOAD_HEADER + (size_t)ev->ev_paylen;

	if (size > ef->ef_paysize) {
		uint8_t *grown = base_realloc(ef->ef_payload, size);

		if (!grown)
			return NULL;
		ef->ef_payload = grown;
		ef->ef_paysize = size;
	}
	memcpy(ef->ef_payload, &ev->ev_id, 2);
	ef->ef_payload[2] = ev->ev_version;
	ef->ef_payload[3] = ev->ev_ptrsize == 8;
	if (ev->ev_paylen != 0)
		memcpy(ef->ef_payload + ETL_PAYLOAD_HEADER, ev->ev_payload, ev->ev_paylen);
	return ef->ef_payload + ETL_PAYLOAD_HEADER;
}

void *etl_decoded(struct dt_feed *fd, const struct etw_event *ev, size_t *used)
{
	struct etl_feed *ef = etl_of(fd);
	size_t size = etw_record_room(ev);

	if (size > ef->ef_recordsize) {
		void *grown = base_realloc(ef->ef_record, size);

		if (!grown)
			return NULL;
		ef->ef_record = grown;
		ef->ef_recordsize = size;
	}
	return etw_decode_record(ev, ef->ef_record, used) == 0 ? ef->ef_record : NULL;
}

/* arg0 is the payload, arg1 its length, arg2 64-bit, arg3 the version, arg4 the record. */
void etl_fire_record(struct dt_feed *fd, const struct etw_event *ev, struct dt_firing *fi,
	const struct dt_mem *record, int tag)
{
	fi->fi_payload = etl_payload(fd, ev);
	fi->fi_paylen = fi->fi_payload ? ev->ev_paylen : 0;
	fi->fi_mem = record;
	fi->fi_nmem = 1;
	fi->fi_args[0] = (uintptr_t)fi->fi_payload;
	fi->fi_args[1] = fi->fi_paylen;
	fi->fi_args[2] = ev->ev_ptrsize == 8;
	fi->fi_args[3] = ev->ev_version;
	fi->fi_args[4] = record->me_addr;
	etl_fire(fd, tag, fi);
}

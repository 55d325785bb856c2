/*
 * Payloads as scripts see them: behind four bytes of header, which say what the payload is.
 */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "windows.h"

uint8_t *etl_payload(struct dt_feed *fd, const struct etw_event *ev, size_t more)
{
	struct etl_feed *ef = etl_of(fd);
	size_t size = ETL_PAYLOAD_HEADER + (size_t)ev->ev_paylen + more;

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

/*
 * TCP and UDP events: addresses (ipinfo_t), connections (tcpinfo_t), datagrams (udpinfo_t).
 *
 * s is the traced machine and d the other side, whichever way the bytes went.  Ports are numbers,
 * addresses are text.  Members that the source of an event doesn't have are 0.
 */
#pragma D depends_on library types.d

typedef struct ipinfo {
	uint8_t ip_ver;		/* 4, 6 */
	uint32_t ip_plength;	/* bytes of payload */
	string ip_saddr;
	string ip_daddr;
	uint64_t ip_connid;	/* the same for all events of a connection */
	uint64_t ip_stime;	/* of a send: start and end, in units of the source */
	uint64_t ip_etime;
} ipinfo_t;

translator ipinfo_t < tcpip_msg_t *T > {
	ip_ver = T->ti_family == AF_INET ? 4 : 6;
	ip_plength = T->ti_size;
	ip_saddr = inet_ntop(T->ti_family, T->ti_saddr);
	ip_daddr = inet_ntop(T->ti_family, T->ti_daddr);
	ip_connid = T->ti_connid;
	ip_stime = T->ti_stime;
	ip_etime = T->ti_etime;
};

typedef struct tcpinfo {
	uint16_t tcp_sport;
	uint16_t tcp_dport;
	uint32_t tcp_seq;
	uint32_t tcp_ack;
	uint8_t tcp_offset;
	uint8_t tcp_flags;
	uint32_t tcp_window;
	uint16_t tcp_checksum;
	uint16_t tcp_urgent;
	uintptr_t tcp_hdr;
	uint16_t tcp_mss;	/* from here on, connect and accept: what both sides agreed on */
	uint16_t tcp_sackopt;
	uint16_t tcp_tsopt;
	uint16_t tcp_wsopt;
	int16_t tcp_rcvws;
	int16_t tcp_sndws;
} tcpinfo_t;

translator tcpinfo_t < tcpip_msg_t *T > {
	tcp_sport = T->ti_sport;
	tcp_dport = T->ti_dport;
	tcp_seq = T->ti_seq;
	tcp_ack = T->ti_ack;
	tcp_offset = 0;
	tcp_flags = 0;
	tcp_window = T->ti_window;
	tcp_checksum = 0;
	tcp_urgent = 0;
	tcp_hdr = 0;
	tcp_mss = T->ti_mss;
	tcp_sackopt = T->ti_sackopt;
	tcp_tsopt = T->ti_tsopt;
	tcp_wsopt = T->ti_wsopt;
	tcp_rcvws = T->ti_rcvws;
	tcp_sndws = T->ti_sndws;
};

typedef struct udpinfo {
	uint64_t udp_connid;
	uint32_t udp_seq;
	uint32_t udp_plength;	/* bytes of payload */
	uint16_t udp_sport;
	uint16_t udp_dport;
	string udp_saddr;
	string udp_daddr;
} udpinfo_t;

translator udpinfo_t < udpip_msg_t *U > {
	udp_connid = U->ui_connid;
	udp_seq = U->ui_seq;
	udp_plength = U->ui_size;
	udp_sport = U->ui_sport;
	udp_dport = U->ui_dport;
	udp_saddr = inet_ntop(U->ui_family, U->ui_saddr);
	udp_daddr = inet_ntop(U->ui_family, U->ui_daddr);
};

/* args[1] of tcpip:::fail and udpip:::fail, in a trace of Windows */
inline int ERROR_INSUFFICIENT_RESOURCES = 1;
#pragma D attributes Evolving/Evolving/Common ERROR_INSUFFICIENT_RESOURCES
inline int ERROR_TOO_MANY_ADDRESSES = 2;
#pragma D attributes Evolving/Evolving/Common ERROR_TOO_MANY_ADDRESSES
inline int ERROR_ADDRESS_EXISTS = 3;
#pragma D attributes Evolving/Evolving/Common ERROR_ADDRESS_EXISTS
inline int ERROR_INVALID_ADDRESS = 4;
#pragma D attributes Evolving/Evolving/Common ERROR_INVALID_ADDRESS
inline int ERROR_OTHER = 5;
#pragma D attributes Evolving/Evolving/Common ERROR_OTHER
inline int ERROR_TIMEWAIT_ADDRESS_EXIST = 6;
#pragma D attributes Evolving/Evolving/Common ERROR_TIMEWAIT_ADDRESS_EXIST

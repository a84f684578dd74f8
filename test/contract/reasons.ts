import { said } from "../support/findings.ts"
import type { Assertion } from "../../src/graphql/monitoring/monitor/rules/monitor-settings.ts"
import type { FailureClass } from "../../src/graphql/monitoring/check/rules/check-result.ts"
import { evaluate } from "../../src/probe/assert.ts"
import type { ProvedTime } from "../../src/probe/kinds/heartbeat-silence.ts"
import { observeHeartbeat } from "../../src/probe/kinds/heartbeat.ts"

const now = new Date("2026-11-28T05:00:00.000Z")
const level = "offline"
const assertions: Assertion[] = [
  { kind: "status", codes: "200-299", level },
  { kind: "json_path", path: "$.a", comparison: "exists", value: "", level },
  { kind: "json_path", path: "$.a", comparison: "not_exists", value: "", level },
  { kind: "header", name: "x-state", comparison: "contains", value: "gut", level },
  { kind: "header", name: "x-other", comparison: "not_contains", value: "gut", level },
  { kind: "body", comparison: "contains", value: "gut", level },
  { kind: "body", comparison: "equals", value: "gut", level },
  { kind: "body", comparison: "not_equals", value: "schlecht", level },
  { kind: "regex", pattern: "gut", matches: true, level },
  { kind: "regex", pattern: "schlecht", matches: false, level },
  { kind: "json_path", path: "$.a", comparison: "less_than", value: "3", level },
  { kind: "json_path", path: "$.a", comparison: "greater_than", value: "3", level },
  { kind: "response_time", maxMs: 800, level },
  { kind: "certificate_days", minDays: 14, level },
]

const seen = {
  durationMs: 900,
  now,
  status: 500,
  headers: new Map([["x-other", ["gut"]]]),
  body: { text: "schlecht", whole: true },
  certificate: null,
}

const reasonOf = (asserted: Assertion[], facts: Parameters<typeof evaluate>[1] = seen): string =>
  said(evaluate(asserted, facts).failure) ?? ""

const heartbeat = (
  lastPingKind: "success" | "fail" | "start",
  graceMinutes = 1,
  proved: Partial<ProvedTime> = {},
  failureThreshold = 1,
  lastPingText = "",
): string => {
  const isFailed = lastPingKind === "fail"
  const rules = {
    intervalMinutes: 5,
    graceMinutes,
    lastPingAt: new Date(now.getTime() - (isFailed ? 60_000 : 900_000)),
    lastPingKind,
    lastPingText,
    failedPings: isFailed ? 1 : 0,
    failureThreshold,
    isPingedPublicly: null,
  }
  const all = { gaps: [], untilMs: Infinity, isOpen: false, ...proved }
  return said(observeHeartbeat(rules, now, all).failure) ?? ""
}

const dead = "Inconclusive: none of 3 IPv6 egress anchors answered either"
const self = "The check itself: 192.0.2.1:443 did not answer within 10.0 s."
const pings = "Could not send the ping: "
const refused = (what: string) => `192.0.2.7 is ${what}. No setting allows it.`

/** Reasons as the prober writes them, by class of failure; together they have each of its phrases. */
export const reasons: Record<FailureClass, string[]> = {
  dns_temporary: [
    "shop.example could not be resolved: the name server returned SERVFAIL; the name server did not answer in time.",
    "shop.example could not be resolved: the name server refused the query; no name server could be reached.",
    "shop.example could not be resolved: the name server's answer was malformed; the name server could not parse the query; the name server does not support the query.",
    "shop.example could not be resolved: the look-up failed with EOF.",
    "shop.example could not be resolved: the look-up failed with no code.",
    "shop.example could not be resolved before the timeout: 192.0.2.53 did not answer.",
    "No name server is configured to resolve shop.example.",
    "No name server returned the MX records of shop.example within 5.0 s: 192.0.2.53 refused the connection: nothing listens on that port; 192.0.2.54 could not be queried (EHOSTDOWN); 192.0.2.55 reset the connection.",
    "No name server returned the A records of shop.example within 3 ms: none was queried.",
    "No name server returned the A records of shop.example within 5.0 s: 192.0.2.53 did not answer over TCP after a truncated answer over UDP; 192.0.2.54 sent nothing over TCP and closed the connection.",
    `Inconclusive: none of our 2 name servers answered. ${self}`,
    `Inconclusive: our name servers were not reachable the whole time. ${self}`,
  ],
  dns_missing: [
    "The name shop.example does not exist (NXDOMAIN).",
    "The name shop.example does not exist (192.0.2.53 returned NXDOMAIN).",
    "After https://shop.example/ redirected: The name cdn.example does not exist (NXDOMAIN).",
    "The name shop.example exists but has no A or AAAA record.",
    "shop.example has no MX record (according to 192.0.2.53).",
    "www.shop.example, an alias of shop.example, has no AAAA record (according to 192.0.2.53).",
    '"shop_" is not a valid DNS name.',
  ],
  dns_answer: [
    "Expected shop.example to have the A record 192.0.2.1, got 192.0.2.2.",
    "Expected shop.example to have the A records 192.0.2.1, 192.0.2.3… (9 in total), got 192.0.2.2.",
  ],
  no_route: [
    "192.0.2.1:443 cannot be reached (EHOSTUNREACH).",
    "[2001:db8::1]:443 cannot be reached: this machine has no IPv6.",
    "time to live exceeded in transit",
    "network unreachable",
    "host unreachable",
    "prohibited by a filter",
    "no route",
    "address unreachable",
    "destination unreachable (code 5)",
  ].map((text) => (text.endsWith(".") ? text : `The target is unreachable: ${text}.`)),
  connect_refused: [
    "Every second connection fails (5 of the last 9). The last failure: 192.0.2.1:443 refused the connection.",
    "Every third ping fails (5 of the last 14). The last failure: 192.0.2.1:443 refused the connection.",
    "Most queries fail (5 of the last 6). The last failure: 192.0.2.1:443 refused the connection.",
    "Some connections fail (3 of the last 12). The last failure: 192.0.2.1:443 refused the connection.",
    "192.0.2.1:443 refused the connection; [2001:db8::1]:443 did not answer within 10.0 s.",
    "Works over IPv4 (192.0.2.1) but not over IPv6: [2001:db8::1]:443 reset the connection.",
    "Works over IPv4 (another address) but not over IPv6: [2001:db8::1]:443 refused the connection.",
    "Works over 192.0.2.1 but not over another address: 192.0.2.2:443 refused the connection.",
  ],
  connect_timeout: [
    "192.0.2.1 did not answer 3 echoes within 2.0 s.",
    `${dead}; this machine may have no IPv6. ${self}`,
    `${dead}. ${self}`,
    `Inconclusive: none of 6 egress anchors answered either. ${self}`,
    `Inconclusive: our egress anchors were not reachable the whole time. ${self}`,
    `Inconclusive: EGRESS_ANCHORS has no anchor to verify our own network. ${self}`,
    `Inconclusive: EGRESS_ANCHORS has no IPv6 anchor to verify our own network. ${self}`,
    `Inconclusive: the interface to this network was down. ${self}`,
    `Inconclusive: no other host on this network answered the whole time. ${self}`,
    `Inconclusive: no IPv4 egress anchor could be verified, so our own network may drop or answer connections itself. ${self}`,
    `Inconclusive: something in our own network answers in place of the IPv6 egress anchors, such as a portal or a proxy. ${self}`,
    "Inconclusive: a portal or a proxy in our own network answers plain HTTP in place of the servers. The check itself succeeded.",
    `Inconclusive: TLS over IPv4 is inspected by "Corp CA": add its CA to NODE_EXTRA_CA_CERTS. ${self}`,
    `Inconclusive: the certificates of all egress anchors are out of date, so our own clock is wrong. ${self}`,
    `Inconclusive: our name servers (192.0.2.1, 192.0.2.2) do not answer what every name server knows. ${self}`,
    `Inconclusive: our name servers (192.0.2.1) give false answers. ${self}`,
    `Inconclusive: our egress anchors did not reply to IPv4 pings the whole time. ${self}`,
    `Inconclusive: none of 3 egress anchors replied to IPv6 pings either, so our own network may drop ICMP. ${self}`,
  ],
  reset: [
    "192.0.2.1:443 reset the connection.",
    "The server closed the connection without a response.",
    "The connection closed in the middle of the response head.",
    "The TLS connection failed: the connection died.",
  ],
  tls: [
    "The TLS handshake with 192.0.2.1:443 failed: the server closed the connection.",
    "The TLS handshake with 192.0.2.1:443 did not finish within 10.0 s.",
    "The TLS handshake with 192.0.2.1:443 failed: the port does not use TLS; it may need http:// instead of https://.",
    "The TLS handshake with 192.0.2.1:443 failed: the server does not support TLS 1.2 or later.",
    "The TLS handshake with 192.0.2.1:443 failed: the server does not know this server name.",
    "The TLS handshake with 192.0.2.1:443 failed: the server supports neither HTTP/1.1 nor HTTP/2.",
    "The TLS connection failed: the server requires a client certificate.",
    "The TLS handshake with 192.0.2.1:443 failed: the server refused it (no common cipher, or it requires a client certificate).",
    "The certificate expired at 2026-11-01T00:00:00.000Z. The certificate is for a.example, not for b.example.",
    "The certificate is for a.example, c.example and 3 more, not for b.example.",
    'The certificate of the issuer "R3" expired at 2026-11-01T00:00:00.000Z.',
    "A certificate in the chain, not the server's own, has expired.",
    "The certificate is not valid before 2027-11-01T00:00:00.000Z.",
    "The certificate is self-signed.",
    "The chain ends in a self-signed certificate that is not trusted.",
    'The chain is incomplete: the server did not send the certificate of the issuer "R3", and it is not a trusted authority.',
    "The chain is incomplete, or ends at an authority that is not trusted.",
    "The certificate's signature is wrong. The certificate is not valid for servers.",
    "The certificate was revoked.",
    "The certificate is too weak (EE_KEY_TOO_SMALL).",
    "The certificate is not trusted (CERT_REJECTED).",
  ],
  protocol: [
    "The server speaks only HTTP/2.",
    "The HTTP/2 stream ended with PROTOCOL_ERROR.",
    "The response is not valid HTTP/2 (ERROR).",
    "This port uses TLS. Use https:// instead of http://.",
    "The server sent more than 20 interim responses (1xx).",
    "The server switched protocols (101) without being asked to.",
    "The response head is larger than the limit of 64 KiB.",
    'The response is not valid HTTP (INVALID_CONSTANT). It starts with "SSH-2.0".',
    'The response body does not match its Content-Encoding "gzip".',
    ...[
      "sent nothing but an answer with another id",
      "sent nothing but a packet of 4 bytes",
      "sent nothing but a question instead of an answer",
      "sent nothing but an answer to another question",
      "sent a malformed answer",
      "sent a malformed answer over TCP",
      "sent a truncated answer over TCP",
      "sent an answer to another question over TCP",
      "sent 2 of 300 bytes over TCP and closed the connection",
      "sent 0 of an unknown number of bytes over TCP after a truncated answer over UDP",
    ].map(
      (text) =>
        `No name server returned the A records of shop.example within 5.0 s: 192.0.2.53 ${text}.`,
    ),
  ],
  http_status: [
    reasonOf(assertions.slice(0, 1)),
    reasonOf(assertions),
    "Got 503, expected 200–299 (+1 failed assertion).",
  ],
  redirect: [
    "The redirects loop, back to https://shop.example/.",
    "Got status 302 without a Location header.",
    "More than 10 redirects; the last one was at https://shop.example/.",
    'https://shop.example/ redirects to "nowhere", which is not a URL.',
    'https://shop.example/ redirects to "ftp://a", which has the scheme ftp: instead of http: or https:.',
  ],
  assertion: [
    ...assertions.slice(1, -1).map((one) => reasonOf([one])),
    ...assertions
      .slice(10, 12)
      .map((one) => reasonOf([one], { ...seen, body: { text: '{"a":3}', whole: true } })),
    ...assertions
      .slice(1, 3)
      .map((one) => reasonOf([one], { ...seen, body: { text: "{}", whole: true } })),
    reasonOf([{ kind: "json_path", path: "$.a", comparison: "not_exists", value: "", level }], {
      ...seen,
      body: { text: '{"a":3}', whole: true },
    }),
    reasonOf(assertions.slice(5, 6), { ...seen, body: { text: "", whole: true } }),
    reasonOf([{ kind: "body", comparison: "not_contains", value: "schlecht", level }], {
      ...seen,
      body: { text: "schlecht", whole: false },
    }),
    reasonOf([{ kind: "json_path", path: "$[*]", comparison: "less_than", value: "3", level }], {
      ...seen,
      body: { text: "[1,4]", whole: true },
    }),
    reasonOf([{ kind: "json_path", path: "$[*]", comparison: "equals", value: "7", level }], {
      ...seen,
      body: { text: "[1,2,3,4,5,6]", whole: true },
    }),
  ].filter((reason) => reason !== ""),
  certificate_days: [
    reasonOf(assertions.slice(-1)),
    'Got 5 days for the issuer "R3" (expires 2026-12-03T00:00:00.000Z), expected a certificate valid for 14 or more days.',
    "Got 7 days (expires 2026-12-05T00:00:00.000Z), expected a certificate valid for 14 or more days.",
  ],
  truncated: [
    "The response body (status 200) was cut off after 10 of 20 bytes.",
    'The response body ends in the middle of its Content-Encoding "gzip", after 30 decoded bytes.',
  ],
  timeout: [
    "No response was received 10.0 s after the request.",
    "No response was received 0.5 s after the request. Resolving the name took 2.0 s.",
    "The response head was incomplete 10.0 s after the request.",
    "The response body was incomplete (12 bytes) 10.0 s after the request.",
    "Only interim responses (1xx) were received 10.0 s after the request.",
  ],
  forbidden_address: [
    "shop.example resolves to 10.0.0.1; 10.0.0.1 is a private address. To allow it, add its range to MONITOR_PRIVATE on the server.",
    "Connected to another address: 10.0.0.1 is a private address.",
    "The resolver is not allowed: 10.0.0.1 is a private address. To allow it, add its range to REACHABLE_RANGES on the server.",
    "metadata.internal is an internal name. No setting allows it.",
    '"192.0.2" is not an IP address. No setting allows it.',
    "fe80::1%eth0 has a zone id. No setting allows it.",
    "100::1 is not a global IPv6 address. No setting allows it.",
    '"fe80::1%eth0" has a zone id; write the address without it.',
    '"a b" is neither a host name nor an address.',
    ...[
      "a carrier-grade NAT address",
      "an address of this network",
      "a loopback address",
      "a unique local address",
    ].map(refused),
    ...["protocols", "documentation", "benchmarks"].map((use) =>
      refused(`an address reserved for ${use}`),
    ),
    ...["an AS112", "an AMT relay", "a 6to4 relay", "a multicast", "a reserved"].map((kind) =>
      refused(`${kind} address`),
    ),
    refused("a 6to4 address, which embeds an IPv4 address"),
    refused("a link-local or cloud metadata address"),
  ],
  heartbeat_missing: [
    heartbeat("success"),
    heartbeat("success", 1, {}, 3),
    heartbeat("start"),
    heartbeat("success", 0),
  ],
  heartbeat_failed: [heartbeat("fail"), heartbeat("fail", 1, {}, 1, "disk full")],
  telemetry: [
    "Got more than 5 (avg) of queue.size in 5 min, expected at most 5.",
    "Got less than 2.5 % errors in 5 min, expected at least 2.5.",
    "The telemetry condition was not met.",
    "Got 12 log records in 5 min, expected at most 3, in 2 of 3 windows.",
    "Got 12 new log messages in 5 min, expected at most 3, in 2 of 3 windows (2 are a failure).",
    "Got 12.5 % errors for checkout in 5 min, expected at most 3. First: Zeitüberschreitung",
    "Got 900 ms (p95) for checkout in 5 min, expected at most 300.",
    "Got 1 data point of queue.size in 5 min, expected at least 3.",
    "Got 2 data points of queue.size in 5 min, expected at least 3.",
  ],
  no_data: [
    "Skipped: no data matched in the last 15 min.",
    "Skipped: no data of queue.size matched service:shop in the last 15 min.",
  ],
  unread: [
    reasonOf([{ kind: "body", comparison: "contains", value: "Ende", level }], {
      ...seen,
      body: { text: "Anfang", whole: false },
    }),
    "Not known: expected $.a to exist, but the path selects more than 10000 values.",
  ],
  ingress: [
    heartbeat("success", 1, { untilMs: now.getTime() - 700_000, isOpen: true }),
    heartbeat("success", 1, { untilMs: -Infinity, isOpen: true }),
    heartbeat("success", 1, {
      gaps: [{ from: now.getTime() - 800_000, to: now.getTime() - 1000 }],
    }),
    "Too little telemetry came, but nothing proved since 2026-11-20 03:10:00 UTC that senders can reach us, so it does not count.",
    "Too little telemetry came, but nothing proved yet that senders can reach us, so it does not count.",
    "Too little telemetry came, but nothing proved from 2026-11-20 03:10:00 UTC to 2026-11-20 03:12:00 UTC that senders can reach us, so it does not count.",
  ],
  internal: [
    "This prober was reading other large responses until the timeout, so the rest of this one was not read.",
    "The response body could not be evaluated before the timeout.",
    "The response body could not be evaluated: ERR_WORKER_OUT_OF_MEMORY.",
    "The response body could not be evaluated: its thread ended.",
    '"zehn" is not a number to compare with.',
    "This prober was stalled during 3 attempts in a row, so their results cannot be trusted.",
    "This prober was too busy during 3 attempts in a row, so their results cannot be trusted.",
    "The prober did not finish by its deadline.",
    "The prober failed: EMFILE",
    "The prober failed: The check is over.",
    "192.0.2.1:443 could not be tried: this machine returned EMFILE.",
    "The URL must start with http:// or https://.",
    "The request cannot be sent: ERR_INVALID_CHAR.",
    "No name server is configured. Set one in RESOLVERS.",
    'The resolver "x" is not an address. Write it as 9.9.9.9, 9.9.9.9:5353 or [2620:fe::fe]:53.',
    "The pattern a+ took longer than 200 ms. Simplify it.",
    "The JSON path $.a took longer than 200 ms. Simplify it.",
    "The pattern ( is not valid: it failed",
    "The JSON path $[ is not valid: `$[`",
    "This prober cannot read telemetry.",
    "Skipped: The telemetry store did not answer until a minute ago.",
    "Skipped: The telemetry store did not answer in time.",
    "Skipped: The query reads too much: add a service or shorten the windows.",
    "Skipped: The telemetry store is not running: it starts with the first data.",
    "Skipped: The telemetry store does not answer. Try again in a few seconds.",
    `${pings}this machine has no IPv6.`,
    `${pings}the echo could not be sent (ENOBUFS).`,
    `${pings}the echo could not be sent (65,536 echoes are in flight).`,
    `${pings}no ICMP reply ever reached this process, not even over loopback: check the firewall and sysctl net.ipv4.icmp_echo_ignore_all.`,
    `${pings}ICMP is not allowed here: set sysctl net.ipv4.ping_group_range='0 2147483647', or grant CAP_NET_RAW, or install ping (iputils-ping) or fping (the system returned EACCES).`,
    `${pings}/usr/bin/ping could not be started (EPERM).`,
    `${pings}/usr/bin/ping exited with 2: "usage".`,
    `${pings}/usr/bin/ping exited with a signal: "usage".`,
    `${pings}20 ping processes were already running, and none ended in time.`,
    "No reason was given.",
    "The degraded monitor went offline again, so the offline outage replaces this one.",
  ],
}

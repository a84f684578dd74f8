import type { IcmpFault, kindCodes } from "../codes/kinds.ts"
import type { WordsOf } from "../words.ts"

const faults: Record<IcmpFault["fault"], (one: IcmpFault) => string> = {
  time_exceeded: () => "time to live exceeded in transit",
  network: () => "network unreachable",
  host: () => "host unreachable",
  filtered: () => "prohibited by a filter",
  no_route: () => "no route",
  address: () => "address unreachable",
  other: ({ icmpCode, words }) => words ?? `destination unreachable (code ${icmpCode ?? 0})`,
}

const grace = (minutes: number): string => (minutes > 0 ? ` with ${minutes} min of grace` : "")

export const kinds: WordsOf<typeof kindCodes> = {
  no_response: ({ afterMs }, { seconds }) =>
    `No response was received ${seconds(afterMs)} after the request.`,
  head_incomplete: ({ afterMs }, { seconds }) =>
    `The response head was incomplete ${seconds(afterMs)} after the request.`,
  body_incomplete: ({ bytes, afterMs }, { seconds }) =>
    `The response body was incomplete (${bytes} bytes) ${seconds(afterMs)} after the request.`,
  only_interim_responses: ({ afterMs }, { seconds }) =>
    `Only interim responses (1xx) were received ${seconds(afterMs)} after the request.`,
  too_many_interim_responses: ({ most }) =>
    `The server sent more than ${most} interim responses (1xx).`,
  closed_without_response: () => "The server closed the connection without a response.",
  closed_within_head: () => "The connection closed in the middle of the response head.",
  body_cut_off: ({ status, bytes, of }) =>
    `The response body (status ${status}) was cut off after ${bytes}${of === null ? "" : ` of ${of}`} bytes.`,
  port_uses_tls: () => "This port uses TLS. Use https:// instead of http://.",
  only_http2: () => "The server speaks only HTTP/2.",
  http2_stream_ended: ({ errorCode }) => `The HTTP/2 stream ended with ${errorCode}.`,
  not_http2: ({ errorCode }) => `The response is not valid HTTP/2 (${errorCode}).`,
  not_http: ({ errorCode, begin }) =>
    `The response is not valid HTTP (${errorCode}). It starts with "${begin}".`,
  head_too_large: () => "The response head is larger than the limit of 64 KiB.",
  protocol_switched: () => "The server switched protocols (101) without being asked to.",
  encoding_cut_off: ({ encoding, bytes }) =>
    `The response body ends in the middle of its Content-Encoding "${encoding}", after ${bytes} decoded bytes.`,
  encoding_mismatched: ({ encoding }) =>
    `The response body does not match its Content-Encoding "${encoding}".`,
  request_not_sent: ({ error }) => `The request cannot be sent: ${error}.`,
  url_without_http: () => "The URL must start with http:// or https://.",
  redirect_loop: ({ url }) => `The redirects loop, back to ${url}.`,
  redirect_without_location: ({ status }) => `Got status ${status} without a Location header.`,
  too_many_redirects: ({ most, url }, { count }) =>
    `More than ${count(most, "redirect", "redirects")}; the last one was at ${url}.`,
  redirect_to_no_url: ({ from, to }) => `${from} redirects to "${to}", which is not a URL.`,
  redirect_to_other_scheme: ({ from, to, scheme }) =>
    `${from} redirects to "${to}", which has the scheme ${scheme} instead of http: or https:.`,
  after_redirect: ({ from, cause }, { say }) => `After ${from} redirected: ${say(cause)}`,
  no_echo: ({ addresses, echoes, withinMs }, { list, seconds }) =>
    `${list(addresses)} did not answer ${echoes} echoes within ${seconds(withinMs)}.`,
  target_unreachable({ said }) {
    const all = said.map((one) => `${one.address}: ${faults[one.fault](one)}`)
    return `The target is unreachable: ${all.join("; ")}.`
  },
  ping_not_sent: ({ why }, { say }) => `Could not send the ping: ${say(why)}.`,
  no_ipv6_here: () => "this machine has no IPv6",
  echo_not_sent: ({ errorCode }) => `the echo could not be sent (${errorCode})`,
  icmp_deaf: () =>
    "no ICMP reply ever reached this process, not even over loopback: check the firewall and sysctl net.ipv4.icmp_echo_ignore_all",
  icmp_not_allowed({ errorCodes, program }, { list, say }) {
    const returned = errorCodes.length === 0 ? "" : ` (the system returned ${list(errorCodes)})`
    const also = program.length === 0 ? "" : `; ${say(program)}`
    return `ICMP is not allowed here: set sysctl net.ipv4.ping_group_range='0 2147483647', or grant CAP_NET_RAW, or install ping (iputils-ping) or fping${returned}${also}`
  },
  ping_program_not_started: ({ path, error }) => `${path} could not be started (${error})`,
  ping_program_failed: ({ path, exitCode, said }) =>
    `${path} exited with ${exitCode ?? "a signal"}: "${said}"`,
  too_many_ping_programs: ({ most }) =>
    `${most} ping processes were already running, and none ended in time`,
  ping_missing: ({ silentMs, intervalMinutes, graceMinutes }, { duration }) =>
    `No ping for ${duration(silentMs)}; expected every ${intervalMinutes} min${grace(graceMinutes)}.`,
  job_unfinished: ({ sinceMs, intervalMinutes, graceMinutes }, { duration }) =>
    `The job started ${duration(sinceMs)} ago and has not finished; expected every ${intervalMinutes} min${grace(graceMinutes)}.`,
  job_failed: ({ agoMs, said }, { duration }) =>
    `The job reported a failure ${duration(agoMs)} ago.${said === null ? "" : ` It said: ${said}`}`,
  failure_in_row: ({ count, of }) => `Failure ${count} of ${of}.`,
  ping_unproved: ({ since }, { moment }) =>
    `A ping is due, but nothing has proved ${since === null ? "yet" : `since ${moment(since)}`} that pings can reach us, so this time does not count.`,
  pings_unheard: () => "Nothing proves that pings can reach us. Check your own network first.",
  ping_maybe_lost: ({ due, from, to, next }, { moment }) =>
    `The ping due at ${moment(due)} may have been lost: nothing proved from ${moment(from)} to ${moment(to)} that pings can reach us. The next is due at ${moment(next)}.`,
  telemetry_unproved({ from, to }, { moment }) {
    const since = from === null ? "yet" : `since ${moment(from)}`
    const span = from === null || to === null ? since : `from ${moment(from)} to ${moment(to)}`
    return `Too little telemetry came, but nothing proved ${span} that senders can reach us, so it does not count.`
  },
}

import type { ownNetworkCodes } from "../codes/own-network.ts"
import type { WordsOf } from "../words.ts"

const over = (family: 4 | 6 | null): string => (family === null ? "" : `IPv${family} `)

export const ownNetwork: WordsOf<typeof ownNetworkCodes> = {
  inconclusive: ({ why }, { say }) => `Inconclusive: ${say(why)}.`,
  check_itself_succeeded: () => "The check itself succeeded.",
  check_itself: ({ cause }, { say }) => `The check itself: ${say(cause)}`,
  anchors_not_up_throughout: () => "our egress anchors were not reachable the whole time",
  name_servers_not_up_throughout: () => "our name servers were not reachable the whole time",
  no_name_server_answered: ({ count }) => `none of our ${count} name servers answered`,
  no_anchor_set: ({ family }) =>
    `EGRESS_ANCHORS has no ${over(family)}anchor to verify our own network`,
  no_anchor_answered: ({ family, count, isMissing }) =>
    `none of ${count} ${over(family)}egress anchors answered either${isMissing ? "; this machine may have no IPv6" : ""}`,
  anchors_not_pinged_throughout: ({ family }) =>
    `our egress anchors did not reply to IPv${family} pings the whole time`,
  no_anchor_pinged: ({ family, count }) =>
    `none of ${count} egress anchors replied to IPv${family} pings either, so our own network may drop ICMP`,
  interface_down: () => "the interface to this network was down",
  neighbors_silent: () => "no other host on this network answered the whole time",
  no_honest_anchor: ({ family }) =>
    `no IPv${family} egress anchor could be verified, so our own network may drop or answer connections itself`,
  portal: ({ family }) =>
    `something in our own network answers in place of the IPv${family} egress anchors, such as a portal or a proxy`,
  http_portal: () =>
    "a portal or a proxy in our own network answers plain HTTP in place of the servers",
  tls_inspected: ({ family, issuer }) =>
    `TLS over IPv${family} is inspected by "${issuer}": add its CA to NODE_EXTRA_CA_CERTS`,
  clock_wrong: () =>
    "the certificates of all egress anchors are out of date, so our own clock is wrong",
  resolvers_fail: ({ servers }, { list }) =>
    `our name servers (${list(servers)}) do not answer what every name server knows`,
  resolvers_lie: ({ servers }, { list }) =>
    `our name servers (${list(servers)}) give false answers`,
}

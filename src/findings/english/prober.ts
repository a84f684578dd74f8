import type { AttemptNoun, HowOften, proberCodes } from "../codes/prober.ts"
import type { WordsOf } from "../words.ts"

const plurals: Record<AttemptNoun, string> = {
  connection: "connections",
  ping: "pings",
  query: "queries",
}

const often: Record<HowOften, (one: string, many: string) => string> = {
  most: (_, many) => `Most ${many} fail`,
  every_second: (one) => `Every second ${one} fails`,
  every_third: (one) => `Every third ${one} fails`,
  some: (_, many) => `Some ${many} fail`,
}

const over = (family: 4 | 6 | null): string => (family === null ? "" : `IPv${family} `)

export const prober: WordsOf<typeof proberCodes> = {
  works_elsewhere({ works, fails, cause }, { say }) {
    const good = works.address ?? "another address"
    const isFamily = works.family !== null && fails.family !== null && works.family !== fails.family
    return isFamily
      ? `Works over IPv${works.family} (${good}) but not over IPv${fails.family}: ${say(cause)}`
      : `Works over ${good} but not over ${fails.address ?? "another address"}: ${say(cause)}`
  },
  fails_often: ({ often: how, noun, failed, of, last }, { say }) =>
    `${often[how](noun, plurals[noun])} (${failed} of the last ${of}). The last failure: ${say(last)}`,
  no_reason: () => "No reason was given.",
  prober_stalled: ({ isBusy, attempts }) =>
    `This prober was ${isBusy ? "too busy" : "stalled"} during ${attempts} attempts in a row, so their results cannot be trusted.`,
  prober_late: () => "The prober did not finish by its deadline.",
  prober_failed: ({ error }) => `The prober failed: ${error}`,
  large_response_waited: () =>
    "This prober was reading other large responses until the timeout, so the rest of this one was not read.",
  body_judged_late: () => "The response body could not be evaluated before the timeout.",
  body_not_judged: ({ error }) =>
    `The response body could not be evaluated: ${error ?? "its thread ended"}.`,
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
  extra_bytes: () => "The server sent extra bytes after the end of its response.",
  unsolicited_continue: () => "The server sent an unsolicited 100 (Continue).",
  lenient_parser_accepts: ({ cause }, { say }) => `${say(cause)} A lenient parser accepts it.`,
  headers_withheld: ({ origin, names }, { list }) => `Not sent on to ${origin}: ${list(names)}.`,
  body_longer: ({ mostMiB }) =>
    `The response body is longer than ${mostMiB} MiB; only the first ${mostMiB} MiB were checked.`,
  response_time_inexact: () => "This prober was stalled, so the response time is inexact.",
  family_not_checked: ({ family, cause }, { say }) =>
    `Could not check over ${family === null ? "the other addresses" : `IPv${family}`}: ${say(cause)}`,
  failure_not_counted: ({ family, cause }, { say }) =>
    `Our own network${family === null ? "" : ` over IPv${family}`} was not up the whole time, so this failure was not counted: ${say(cause)}`,
}

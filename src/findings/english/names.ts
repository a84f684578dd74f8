import type { LookupFault, nameCodes, NameServerFault, StrangeAnswer } from "../codes/names.ts"
import type { WordsOf } from "../words.ts"

const lookups: Record<LookupFault["fault"], (errorCode: string) => string> = {
  servfail: () => "the name server returned SERVFAIL",
  refused: () => "the name server refused the query",
  silent: () => "the name server did not answer in time",
  unreachable: () => "no name server could be reached",
  malformed: () => "the name server's answer was malformed",
  query_not_parsed: () => "the name server could not parse the query",
  query_not_supported: () => "the name server does not support the query",
  other: (errorCode) => `the look-up failed with ${errorCode || "no code"}`,
}

const answers: Record<StrangeAnswer, (bytes: number) => string> = {
  other_id: () => "an answer with another id",
  packet: (bytes) => `a packet of ${bytes} bytes`,
  question: () => "a question instead of an answer",
  other_question: () => "an answer to another question",
  malformed: () => "a malformed answer",
  truncated: () => "a truncated answer",
}

const servers: Record<NameServerFault["fault"], (fault: NameServerFault) => string> = {
  silent: () => "did not answer",
  refused: () => "refused the connection: nothing listens on that port",
  reset: () => "reset the connection",
  not_queried: ({ errorCode }) => `could not be queried (${errorCode ?? ""})`,
  sent: (fault) => `sent ${answerOf(fault)}`,
  sent_only: (fault) => `sent nothing but ${answerOf(fault)}`,
  sent_part: ({ bytes, of }) => `sent ${bytes ?? 0} of ${of ?? "an unknown number of"} bytes`,
  sent_nothing: () => "sent nothing",
  truncates: () => "truncates",
  returned: ({ errorCode }) => `returned ${errorCode ?? ""}`,
}

const answerOf = ({ what, bytes }: NameServerFault): string =>
  answers[what ?? "malformed"](bytes ?? 0)

const serverFault = (one: NameServerFault): string =>
  [
    `${one.server} ${servers[one.fault](one)}`,
    one.overTcp ? " over TCP" : "",
    one.isAfterTruncation ? " after a truncated answer over UDP" : "",
    one.isClosed ? " and closed the connection" : "",
  ].join("")

export const names: WordsOf<typeof nameCodes> = {
  name_invalid: ({ name }) => `"${name}" is not a valid DNS name.`,
  name_missing: ({ name, server }) =>
    `The name ${name} does not exist (${server === null ? "" : `${server} returned `}NXDOMAIN).`,
  name_without_address: ({ name }) => `The name ${name} exists but has no A or AAAA record.`,
  name_unresolved({ name, faults }) {
    const why = faults.map(({ fault, errorCode }) => lookups[fault](errorCode ?? ""))
    return `${name} could not be resolved: ${why.join("; ")}.`
  },
  name_unresolved_in_time: ({ name, servers: asked }, { list }) =>
    `${name} could not be resolved before the timeout: ${list(asked)} did not answer.`,
  name_slow: ({ afterMs }, { seconds }) => `Resolving the name took ${seconds(afterMs)}.`,
  host_with_zone: ({ host }) => `"${host}" has a zone id; write the address without it.`,
  host_invalid: ({ host }) => `"${host}" is neither a host name nor an address.`,
  record_missing({ name, type, alias, server }) {
    const through = alias === null ? "" : `, an alias of ${alias},`
    return `${name}${through} has no ${type} record (according to ${server}).`
  },
  records_differ: ({ name, type, count, expected, seen }) =>
    `Expected ${name} to have the ${type} ${count === 1 ? "record" : "records"} ${expected}, got ${seen}.`,
  records_unanswered({ name, type, afterMs, faults }, { seconds }) {
    const after = afterMs < 1000 ? `${Math.ceil(afterMs)} ms` : seconds(afterMs)
    const why = faults.map(serverFault).join("; ") || "none was queried"
    return `No name server returned the ${type} records of ${name} within ${after}: ${why}.`
  },
  no_name_server_for: ({ name }) => `No name server is configured to resolve ${name}.`,
  no_name_server: () => "No name server is configured. Set one in RESOLVERS.",
  resolver_invalid: ({ resolver }) =>
    `The resolver "${resolver}" is not an address. Write it as 9.9.9.9, 9.9.9.9:5353 or [2620:fe::fe]:53.`,
}

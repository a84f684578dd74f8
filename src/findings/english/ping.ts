import type { IcmpFault, pingCodes } from "../codes/ping.ts"
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

export const ping: WordsOf<typeof pingCodes> = {
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
}

import type { IcmpFault, pingCodes } from "../codes/ping.ts"
import type { WordsOf } from "../words.ts"

const faults: Record<IcmpFault["fault"], (one: IcmpFault) => string> = {
  time_exceeded: () => "TTL unterwegs abgelaufen",
  network: () => "Netz nicht erreichbar",
  host: () => "Rechner nicht erreichbar",
  filtered: () => "von einem Filter verboten",
  no_route: () => "keine Route",
  address: () => "Adresse nicht erreichbar",
  other: ({ icmpCode, words }) => words ?? `Ziel nicht erreichbar (Code ${icmpCode ?? 0})`,
}

export const ping: WordsOf<typeof pingCodes> = {
  no_echo: ({ addresses, echoes, withinMs }, { list, seconds }) =>
    `${list(addresses)} antwortet nicht auf ${echoes} Pings innerhalb von ${seconds(withinMs)}.`,
  target_unreachable({ said }) {
    const all = said.map((one) => `${one.address}: ${faults[one.fault](one)}`)
    return `Das Ziel ist nicht erreichbar: ${all.join("; ")}.`
  },
  ping_not_sent: ({ why }, { say }) => `Der Ping ließ sich nicht senden: ${say(why)}.`,
  no_ipv6_here: () => "diese Maschine hat kein IPv6",
  echo_not_sent: ({ errorCode }) => `Fehler beim Senden (${errorCode})`,
  icmp_deaf: () =>
    "keine ICMP-Antwort erreicht diesen Prozess, auch nicht über Loopback: Prüfen Sie die Firewall und sysctl net.ipv4.icmp_echo_ignore_all",
  icmp_not_allowed({ errorCodes, program }, { list, say }) {
    const returned = errorCodes.length === 0 ? "" : ` (das System meldet ${list(errorCodes)})`
    const also = program.length === 0 ? "" : `; ${say(program)}`
    return `ICMP ist hier nicht erlaubt: Setzen Sie sysctl net.ipv4.ping_group_range='0 2147483647', gewähren Sie CAP_NET_RAW oder installieren Sie ping (iputils-ping) oder fping${returned}${also}`
  },
  ping_program_not_started: ({ path, error }) => `${path} ließ sich nicht starten (${error})`,
  ping_program_failed: ({ path, exitCode, said }) =>
    `${path} endete ${exitCode === null ? "durch ein Signal" : `mit ${exitCode}`}: "${said}"`,
  too_many_ping_programs: ({ most }) =>
    `${most} Prozesse von ping liefen schon, und keiner endete rechtzeitig`,
}

import type { ownNetworkCodes } from "../codes/own-network.ts"
import type { WordsOf } from "../words.ts"

const over = (family: 4 | 6 | null): string => (family === null ? "" : ` über IPv${family}`)

export const ownNetwork: WordsOf<typeof ownNetworkCodes> = {
  inconclusive: ({ why }, { say }) => `Nicht eindeutig: ${say(why)}.`,
  check_itself_succeeded: () => "Die Prüfung selbst war erfolgreich.",
  check_itself: ({ cause }, { say }) => `Die Prüfung selbst: ${say(cause)}`,
  anchors_not_up_throughout: () => "Unsere Vergleichsadressen waren nicht durchgehend erreichbar",
  name_servers_not_up_throughout: () => "Unsere Nameserver waren nicht durchgehend erreichbar",
  no_name_server_answered: ({ count }) => `Keiner unserer Nameserver (${count}) antwortet`,
  no_anchor_set: ({ family }) =>
    `In EGRESS_ANCHORS fehlt eine Adresse${family === null ? "" : ` (IPv${family})`}, die unser eigenes Netz prüft`,
  no_anchor_answered: ({ family, count, isMissing }) =>
    `Auch von ${count} Vergleichsadressen${over(family)} antwortet keine${isMissing ? "; vielleicht hat diese Maschine kein IPv6" : ""}`,
  anchors_not_pinged_throughout: ({ family }) =>
    `Unsere Vergleichsadressen antworten nicht durchgehend auf Pings über IPv${family}`,
  no_anchor_pinged: ({ family, count }) =>
    `Auch von ${count} Vergleichsadressen antwortet keine auf Pings über IPv${family}; vielleicht verwirft unser eigenes Netz ICMP`,
  interface_down: () => "Die Schnittstelle zu diesem Netz war nicht aktiv",
  neighbors_silent: () => "Kein anderer Host in diesem Netz antwortet durchgehend",
  no_honest_anchor: ({ family }) =>
    `Keine Vergleichsadresse über IPv${family} ließ sich verifizieren; vielleicht verwirft oder beantwortet unser eigenes Netz Verbindungen selbst`,
  portal: ({ family }) =>
    `In unserem eigenen Netz antwortet etwas anstelle der Vergleichsadressen über IPv${family}, etwa ein Portal oder ein Proxy`,
  http_portal: () =>
    "In unserem eigenen Netz beantwortet ein Portal oder ein Proxy unverschlüsseltes HTTP anstelle der Server",
  tls_inspected: ({ family, issuer }) =>
    `TLS über IPv${family} wird von "${issuer}" aufgebrochen. Tragen Sie dessen CA in NODE_EXTRA_CA_CERTS ein`,
  clock_wrong: () =>
    "Die Zertifikate aller Vergleichsadressen sind gerade ungültig; unsere eigene Uhr geht also falsch",
  resolvers_fail: ({ servers }, { list }) =>
    `Unsere Nameserver (${list(servers)}) beantworten nicht, was jeder Nameserver weiß`,
  resolvers_lie: ({ servers }, { list }) =>
    `Unsere Nameserver (${list(servers)}) geben falsche Antworten`,
}

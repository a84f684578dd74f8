import type { CheckRow } from "./documents.ts"

type PhaseKey = "dnsMs" | "connectMs" | "tlsMs" | "firstByteMs" | "transferMs"

/** In the order in which they take place. */
export const phases: readonly { key: PhaseKey; name: string; tone: string }[] = [
  { key: "dnsMs", name: "Name", tone: "dns" },
  { key: "connectMs", name: "Connect", tone: "connect" },
  { key: "tlsMs", name: "TLS", tone: "tls" },
  { key: "firstByteMs", name: "First byte", tone: "first-byte" },
  { key: "transferMs", name: "Transfer", tone: "transfer" },
]

export const phasesOf = (check: CheckRow): { tone: string; name: string; ms: number }[] =>
  phases.flatMap(({ key, name, tone }) => {
    const ms = check[key]
    return ms === null ? [] : [{ tone, name, ms }]
  })

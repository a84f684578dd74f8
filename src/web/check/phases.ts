import type { CheckRow } from "./check-documents.ts"

type PhaseKey = "dnsMs" | "connectMs" | "tlsMs" | "firstByteMs" | "transferMs"
export type Tone = "dns" | "connect" | "tls" | "first-byte" | "transfer" | "rest"

/** In order of time; the rest is time that no phase covers, such as a second attempt. */
export const phases: readonly { key: PhaseKey | null; name: string; tone: Tone }[] = [
  { key: "dnsMs", name: "DNS", tone: "dns" },
  { key: "connectMs", name: "Connect", tone: "connect" },
  { key: "tlsMs", name: "TLS", tone: "tls" },
  { key: "firstByteMs", name: "First byte", tone: "first-byte" },
  { key: "transferMs", name: "Transfer", tone: "transfer" },
  { key: null, name: "Rest", tone: "rest" },
]

const smallestRestMs = 0.05

type Timed = Pick<CheckRow, PhaseKey | "durationMs">

export function phasesOf(check: Timed): { tone: Tone; name: string; ms: number }[] {
  let rest = check.durationMs
  return phases.flatMap(({ key, name, tone }) => {
    if (key === null) return rest < smallestRestMs ? [] : [{ tone, name, ms: rest }]
    const ms = check[key]
    rest -= ms ?? 0
    return ms === null ? [] : [{ tone, name, ms }]
  })
}

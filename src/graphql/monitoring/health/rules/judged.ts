import type { Finding } from "../../../../findings/finding.ts"
import { reasonOf, withTexts } from "../../../../findings/say.ts"

export type HealthStatus = "ok" | "degraded" | "down"

/** The findings describe the problem and what to do; empty if there is none. */
export type Judged = { status: HealthStatus; findings: readonly Finding[] }

export const ok: Judged = { status: "ok", findings: [] }
export const degraded = (...findings: Finding[]): Judged => ({ status: "degraded", findings })
export const down = (...findings: Finding[]): Judged => ({ status: "down", findings })

/** The worst status, with all problems, each once. */
export function join(...all: Judged[]): Judged {
  const once = new Map(
    all.flatMap(({ findings }) => findings.map((one) => [JSON.stringify(one), one] as const)),
  )
  return { status: worstOf(all), findings: [...once.values()] }
}

export function worstOf(all: readonly { status: HealthStatus }[]): HealthStatus {
  const statuses = all.map(({ status }) => status)
  return (["down", "degraded"] as const).find((one) => statuses.includes(one)) ?? "ok"
}

/** As programs read it: `detail` is the same in English sentences. */
export const reported = ({ status, findings }: Judged) => ({
  status,
  detail: reasonOf(findings),
  findings: withTexts(findings),
})
export type Reported = ReturnType<typeof reported>

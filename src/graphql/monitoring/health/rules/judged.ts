export type HealthStatus = "ok" | "degraded" | "down"

/** `detail` describes the problem in full sentences; null if there is none. */
export type Judged = { status: HealthStatus; detail: string | null }

/** The worst status, with all problems, each once. */
export function join(...all: Judged[]): Judged {
  const details = [...new Set(all.flatMap(({ detail }) => detail ?? []))]
  const statuses = all.map(({ status }) => status)
  return {
    status: (["down", "degraded"] as const).find((one) => statuses.includes(one)) ?? "ok",
    detail: details.length > 0 ? details.join(" ") : null,
  }
}

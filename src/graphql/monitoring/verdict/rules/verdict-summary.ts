import type { Finding } from "../../../../findings/finding.ts"
import { factsOf, type VerdictStep } from "./verdict-steps.ts"

/** The subject of an explanation and the steps of the verdict that opened it. */
export type Explained = {
  noun: "incident" | "alert"
  number: number
  monitorName: string
  decidedAt: Date
  resolvedAt: Date | null
  steps: VerdictStep[]
}

/** What proved the failure. */
function proofOf({ step, outcome, findings }: VerdictStep, check: VerdictStep | undefined) {
  const last = check?.attempts?.at(-1)
  if (step === "second check" && last !== undefined) {
    const { at, address } = last
    const parameters = { isConfirmed: outcome === "confirmed", at, address }
    return [{ code: "second_check" as const, parameters }]
  }
  return step === "own network" || step === "threshold" ? findings : []
}

/** Summarize a verdict: what failed, how it was confirmed, what was done. */
export function summarize({ steps, monitorName, ...subject }: Explained): Finding[] {
  const { noun, number, decidedAt, resolvedAt } = subject
  const { check, since, action } = factsOf(steps)
  return [
    {
      code: "monitor_was_down",
      parameters: {
        monitor: monitorName,
        isDegraded: check?.outcome === "degraded",
        since,
        cause: check?.findings ?? [{ code: "no_reason_recorded", parameters: {} }],
      },
    },
    ...steps.flatMap((step) => proofOf(step, check)),
    {
      code: "subject_opened",
      parameters: {
        noun,
        number,
        how: opened[action ?? ""] ?? "declared",
        at: decidedAt.toISOString(),
        afterMs: since === null ? null : decidedAt.getTime() - Date.parse(since),
        resolvedAt: resolvedAt?.toISOString() ?? null,
      },
    },
  ]
}

const opened: Readonly<Record<string, "reopened" | "worsened" | "resolved">> = {
  reopen: "reopened",
  worsen: "worsened",
  resolve: "resolved",
}

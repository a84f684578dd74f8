import type { Verdict } from "../../../../prisma/generated/client.ts"
import type { Finding } from "../../../findings/finding.ts"
import type { Context } from "../../kernel/context.ts"
import { readSteps } from "./rules/verdict-steps.ts"
import { summarize } from "./rules/verdict-summary.ts"

export type Explanation = { projectId: string; findings: Finding[]; verdict: Verdict | null }

type Subject = {
  noun: "incident" | "alert"
  id: string
  projectId: string
  number: number
  createdAt: Date
  resolvedAt: Date | null
  monitorId: string | null
}

/** Explains an incident or alert from the last verdict that opened or reopened the subject. */
export async function explain({ database }: Context, subject: Subject): Promise<Explanation> {
  const { noun, id, projectId, number, createdAt, resolvedAt } = subject
  const verdict = await database.prisma.verdict.findFirst({
    where: {
      ...(noun === "incident" ? { incidentId: id } : { alertId: id }),
      decision: { in: ["declared", "reopened"] },
    },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    include: { monitor: { select: { name: true } } },
  })
  if (verdict === null) {
    const parameters = { noun, number, at: createdAt.toISOString() }
    return { projectId, findings: [{ code: "opened_by_person", parameters }], verdict }
  }
  const steps = readSteps(verdict.steps)
  const { at: decidedAt, monitor } = verdict
  const explained = { noun, number, monitorName: monitor.name, decidedAt, resolvedAt, steps }
  return { projectId, findings: summarize(explained), verdict }
}

import type { Verdict } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { readSteps } from "./rules/verdict-steps.ts"
import { summarize } from "./rules/verdict-summary.ts"

export type Explanation = { projectId: string; summary: string; verdict: Verdict | null }

type Subject = {
  noun: "Incident" | "Alert"
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
  const title = `${noun} #${number}`
  const verdict = await database.prisma.verdict.findFirst({
    where: {
      ...(noun === "Incident" ? { incidentId: id } : { alertId: id }),
      decision: { in: ["declared", "reopened"] },
    },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    include: { monitor: { select: { name: true } } },
  })
  if (verdict === null) return { projectId, summary: manual(title, createdAt), verdict }
  const steps = readSteps(verdict.steps)
  const { at: decidedAt, monitor } = verdict
  const explained = { title, monitorName: monitor.name, decidedAt, resolvedAt, steps }
  return { projectId, summary: summarize(explained), verdict }
}

const manual = (title: string, at: Date): string =>
  `${title} was declared by a person at ${at.toISOString()}, not by a check.`

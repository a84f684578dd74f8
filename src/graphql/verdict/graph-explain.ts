import type { Verdict } from "../../../prisma/generated/client.ts"
import { builder } from "../builder.ts"
import type { Context } from "../context.ts"
import { explainJoined } from "../escalation/explain-joined.ts"
import { Step } from "./graph-step.ts"
import { readSteps } from "./steps.ts"
import { summarize } from "./summary.ts"

type Explanation = { summary: string; verdict: Verdict | null }

const Explanation = builder.objectRef<Explanation>("Explanation").implement({
  description: "Why we spoke, for a person who has just been woken.",
  fields: (t) => ({
    summary: t.exposeString("summary", {
      description: "What was seen, how it was confirmed and what was decided, in a few sentences.",
    }),
    steps: t.field({
      type: [Step],
      description: "The rules that were asked, in order, with their evidence.",
      resolve: ({ verdict }) => (verdict === null ? [] : readSteps(verdict.steps)),
    }),
    verdict: t.prismaField({
      type: "Verdict",
      nullable: true,
      description: "The record of the decision; null where a person made it.",
      resolve: async (query, { verdict }, _args, ctx) =>
        verdict && ctx.database.prisma.verdict.findUnique({ ...query, where: { id: verdict.id } }),
    }),
  }),
})

type Subject = {
  noun: "Incident" | "Alert"
  id: string
  number: number
  createdAt: Date
  resolvedAt: Date | null
  monitorId: string | null
}

/** The last verdict that opened it tells why it stands, also where it was opened again. */
async function explain({ database }: Context, subject: Subject): Promise<Explanation> {
  const { noun, id, number, createdAt, resolvedAt } = subject
  const title = `${noun} #${number}`
  const verdict = await database.prisma.verdict.findFirst({
    where: {
      ...(noun === "Incident" ? { incidentId: id } : { alertId: id }),
      decision: { in: ["declared", "reopened"] },
    },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    include: { monitor: { select: { name: true } } },
  })
  if (verdict === null) return { summary: unseen(title, createdAt), verdict }
  const steps = readSteps(verdict.steps)
  const { at: decidedAt, monitor } = verdict
  const told = { title, monitorName: monitor.name, decidedAt, resolvedAt, steps }
  return { summary: summarize(told), verdict }
}

const unseen = (title: string, at: Date): string =>
  `${title} was declared by a person at ${at.toISOString()}; no check of ours led to it.`

builder.prismaObjectField("Incident", "explain", (t) =>
  t.field({
    type: Explanation,
    description: "Why it was declared, or opened again. Needs monitors:read.",
    authScopes: ({ projectId }) => ({
      may: { projectId, permission: "monitors:read", noun: "incident" },
    }),
    resolve: (incident, _args, ctx) => explain(ctx, { noun: "Incident", ...incident }),
  }),
)

builder.prismaObjectField("Alert", "explain", (t) =>
  t.field({
    type: Explanation,
    description: "Why it was raised, or opened again. Needs monitors:read.",
    authScopes: ({ projectId }) => ({
      may: { projectId, permission: "monitors:read", noun: "alert" },
    }),
    resolve: async (alert, _args, ctx) => {
      const explanation = await explain(ctx, { noun: "Alert", ...alert })
      const joined = await explainJoined(ctx, alert.id)
      if (joined === null) return explanation
      return { ...explanation, summary: `${explanation.summary} ${joined}` }
    },
  }),
)

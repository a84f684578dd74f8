import type { Verdict } from "../../../../prisma/generated/client.ts"
import { builder } from "../../kernel/builder.ts"
import type { Context } from "../../kernel/context.ts"
import { explainJoined } from "../../on-call/escalation/explain-joined.ts"
import { Step } from "./verdict-step.graph.ts"
import { readSteps } from "./rules/verdict-steps.ts"
import { summarize } from "./rules/verdict-summary.ts"

type Explanation = { summary: string; verdict: Verdict | null }

const Explanation = builder.objectRef<Explanation>("Explanation").implement({
  description: "Why an incident or alert was opened.",
  fields: (t) => ({
    summary: t.exposeString("summary", {
      description: "What failed, how it was confirmed and what was decided, in a few sentences.",
    }),
    steps: t.field({
      type: [Step],
      description: "The rules applied, in order, with their evidence.",
      resolve: ({ verdict }) => (verdict === null ? [] : readSteps(verdict.steps)),
    }),
    verdict: t.prismaField({
      type: "Verdict",
      nullable: true,
      description: "The decision record. Null when a person opened it.",
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

/** Explain from the last verdict that opened or reopened the subject. */
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
  if (verdict === null) return { summary: manual(title, createdAt), verdict }
  const steps = readSteps(verdict.steps)
  const { at: decidedAt, monitor } = verdict
  const explained = { title, monitorName: monitor.name, decidedAt, resolvedAt, steps }
  return { summary: summarize(explained), verdict }
}

const manual = (title: string, at: Date): string =>
  `${title} was declared by a person at ${at.toISOString()}, not by a check.`

builder.prismaObjectField("Incident", "explain", (t) =>
  t.field({
    type: Explanation,
    description: "Why it was declared or reopened. Needs monitors:read.",
    authScopes: ({ projectId }) => ({
      may: { projectId, permission: "monitors:read", noun: "incident" },
    }),
    resolve: (incident, _args, ctx) => explain(ctx, { noun: "Incident", ...incident }),
  }),
)

builder.prismaObjectField("Alert", "explain", (t) =>
  t.field({
    type: Explanation,
    description: "Why it was raised or reopened. Needs monitors:read.",
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

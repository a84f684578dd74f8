import { builder } from "../../kernel/builder.ts"
import { itsFindings } from "../../kernel/finding.graph.ts"
import { explainJoined } from "../../on-call/escalation/explain-joined.ts"
import { Step } from "./verdict-step.graph.ts"
import { explain, type Explanation as Explained } from "./explain-opening.ts"
import { shownSteps } from "./shown-steps.ts"
import { mayOfRow } from "../../kernel/row-access.ts"

const Explanation = builder.objectRef<Explained>("Explanation").implement({
  description: "Why an incident or alert was opened.",
  fields: (t) => ({
    ...t.explained(
      "summary",
      "What failed, how it was confirmed and what was decided, in a few sentences of English.",
      itsFindings,
    ),
    steps: t.field({
      type: [Step],
      description: "The rules applied, in order, with their evidence.",
      resolve: ({ verdict, projectId }, _args, ctx) =>
        verdict === null ? [] : shownSteps(ctx, projectId, verdict.steps),
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

builder.prismaObjectField("Incident", "explain", (t) =>
  t.field({
    type: Explanation,
    description: "Why it was declared or reopened. Needs monitors:read.",
    authScopes: ({ id, projectId }) => mayOfRow("incident", id, projectId, "monitors:read"),
    resolve: (incident, _args, ctx) => explain(ctx, { noun: "incident", ...incident }),
  }),
)

builder.prismaObjectField("Alert", "explain", (t) =>
  t.field({
    type: Explanation,
    description: "Why it was raised or reopened. Needs monitors:read.",
    authScopes: ({ id, projectId }) => mayOfRow("alert", id, projectId, "monitors:read"),
    resolve: async (alert, _args, ctx) => {
      const explanation = await explain(ctx, { noun: "alert", ...alert })
      const joined = await explainJoined(ctx, alert.id)
      if (joined === null) return explanation
      return { ...explanation, findings: [...explanation.findings, joined] }
    },
  }),
)

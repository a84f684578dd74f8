import { builder } from "../../../kernel/builder.ts"
import { valuesOf } from "../../../kernel/values-of.ts"
import { itsFindings } from "../../../kernel/finding.graph.ts"
import { silenceReasonTexts } from "./silence-reasons.ts"
import { explainSilence, type SilenceExplanation } from "./silence-facts.ts"
import { Check } from "../../check/check.graph.ts"

const Reason = builder.enumType("SilenceReason", {
  description: "Why no alert fired.",
  values: valuesOf(silenceReasonTexts),
})

const SilenceReasons = builder
  .objectRef<SilenceExplanation & { projectId: string }>("SilenceReasons")
  .implement({
    description: "Why no alert fired for a monitor at a moment.",
    fields: (t) => ({
      reason: t.expose("reason", { type: Reason, description: "The rule that applied." }),
      ...t.explained("message", "The explanation in English, with evidence.", itsFindings),
      checks: t.field({
        type: [Check],
        description: "Up to three checks that started by then and the next two, newest first.",
        resolve: ({ checks, projectId }) => checks.map((row) => ({ row, projectId })),
      }),
      verdict: t.prismaField({
        type: "Verdict",
        nullable: true,
        description: "The open or next declaration; otherwise the last verdict by then.",
        resolve: async (query, { verdictId: id }, _args, ctx) =>
          id === null ? null : ctx.database.prisma.verdict.findUnique({ ...query, where: { id } }),
      }),
    }),
  })

builder.prismaObjectField("Monitor", "silenceReasons", (t) =>
  t.field({
    type: SilenceReasons,
    description: "Why no alert fired at a past moment.",
    args: {
      at: t.arg({ type: "DateTime", required: true, description: "The moment to explain." }),
    },
    resolve: async (parent, { at }, ctx) => {
      const { id } = parent
      const monitor = await ctx.database.prisma.monitor.findUniqueOrThrow({ where: { id } })
      return { ...(await explainSilence(ctx, monitor, at)), projectId: monitor.projectId }
    },
  }),
)

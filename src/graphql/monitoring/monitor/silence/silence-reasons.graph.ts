import { say } from "../../../../findings/say.ts"
import { builder } from "../../../kernel/builder.ts"
import { Finding } from "../../../kernel/finding.graph.ts"
import type { SilenceReason } from "./silence-reasons.ts"
import { explainSilence, type SilenceExplanation } from "./silence-facts.ts"
import { Check } from "../../check/check.graph.ts"

const descriptions: Record<SilenceReason, string> = {
  declared: "An alert had already fired and was still open.",
  paused: "The monitor was paused.",
  not_yet_due: "The first check was not yet due.",
  no_data: "A check was due but none ran.",
  no_failure: "The last check passed.",
  not_confirmed: "The check failed, but a second attempt succeeded.",
  own_network_down: "Our own network was down, so the check was inconclusive.",
  own_fault: "The check failed because of an internal error.",
  below_threshold: "The failure threshold was not reached.",
  muted: "Alerts were muted.",
  maintenance: "The monitor was in maintenance.",
  parent_down: "The parent monitor was offline.",
}

const Reason = builder.enumType("SilenceReason", {
  description: "Why no alert fired.",
  values: Object.fromEntries(
    Object.entries(descriptions).map(([value, description]) => [
      value.toUpperCase(),
      { value, description },
    ]),
  ) as Record<Uppercase<SilenceReason>, { value: SilenceReason; description: string }>,
})

const SilenceReasons = builder
  .objectRef<SilenceExplanation & { projectId: string }>("SilenceReasons")
  .implement({
    description: "Why no alert fired for a monitor at a moment.",
    fields: (t) => ({
      reason: t.expose("reason", { type: Reason, description: "The rule that applied." }),
      message: t.string({
        description: "The explanation in English, with evidence.",
        resolve: ({ findings }) => say(findings),
      }),
      findings: t.expose("findings", { type: [Finding], description: "The explanation as data." }),
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

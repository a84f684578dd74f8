import { builder } from "../builder.ts"
import type { SilentReason } from "../monitor/why-silent.ts"
import { explainSilence, type Silent } from "../monitor/why-silent-facts.ts"
import { Check } from "./graph.ts"

const descriptions: Record<SilentReason, string> = {
  declared: "It had been declared before and was not over.",
  paused: "It was paused.",
  not_yet_due: "It was too early for the first check.",
  not_probed: "A check was due, and nobody made it.",
  fine: "Nothing was wrong.",
  refuted: "A second look refuted the failure.",
  own_line_down: "Our own line was down, so nothing could be seen.",
  own_fault: "A fault of our own kept us from seeing.",
  below_threshold: "It had failed less often in a row than the threshold asks.",
  muted: "Its alerts were muted.",
  maintenance: "It was under maintenance.",
  parent_down: "The monitor it depends on was offline.",
}

const Reason = builder.enumType("SilentReason", {
  description: "Why nothing was said.",
  values: Object.fromEntries(
    Object.entries(descriptions).map(([value, description]) => [
      value.toUpperCase(),
      { value, description },
    ]),
  ) as Record<Uppercase<SilentReason>, { value: SilentReason; description: string }>,
})

const WhySilent = builder.objectRef<Silent & { projectId: string }>("WhySilent").implement({
  description: "Why nothing was said about a monitor at a moment.",
  fields: (t) => ({
    reason: t.expose("reason", { type: Reason, description: "The rule that decided." }),
    words: t.exposeString("words", { description: "The same in words, with the evidence." }),
    checks: t.field({
      type: [Check],
      description: "Up to three checks that began by then and two that followed, newest first.",
      resolve: ({ checks, projectId }) => checks.map((row) => ({ row, projectId })),
    }),
    verdict: t.prismaField({
      type: "Verdict",
      nullable: true,
      description:
        "The declaration that was in force or that followed; else the last verdict by then.",
      resolve: async (query, { verdictId: id }, _args, ctx) =>
        id === null ? null : ctx.database.prisma.verdict.findUnique({ ...query, where: { id } }),
    }),
  }),
})

builder.prismaObjectField("Monitor", "whySilent", (t) =>
  t.field({
    type: WhySilent,
    description: "Why nothing was said about it at a moment of the past.",
    args: { at: t.arg({ type: "DateTime", required: true, description: "The moment." }) },
    resolve: async (parent, { at }, ctx) => {
      const { id } = parent
      const monitor = await ctx.database.prisma.monitor.findUniqueOrThrow({ where: { id } })
      return { ...(await explainSilence(ctx, monitor, at)), projectId: monitor.projectId }
    },
  }),
)

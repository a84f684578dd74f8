import { builder } from "../../kernel/builder.ts"
import { itsFindings } from "../../kernel/finding.graph.ts"
import { OutageLevel } from "./check-enums.graph.ts"
import { listOutages, type Outage, type Outages } from "./list-outages.ts"

const OutageRef = builder.objectRef<Outage>("Outage").implement({
  description: "A time during which a monitor was offline or degraded.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "The status change that began it." }),
    level: t.expose("level", { type: OutageLevel, description: "Its severity." }),
    startedAt: t.expose("startedAt", { type: "DateTime", description: "Its first failed check." }),
    decidedAt: t.expose("decidedAt", { type: "DateTime", description: "When it was confirmed." }),
    endedAt: t.expose("endedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it ended; null while it lasts.",
    }),
    seconds: t.exposeFloat("seconds", {
      description: "Its duration, without time that was inconclusive.",
    }),
    ...t.explainedOrNull("reason", "The first failure in one English sentence.", itsFindings),
    verdict: t.prismaField({
      type: "Verdict",
      nullable: true,
      description: "The decision about it, with its incident and alert; null if none was stored.",
      resolve: async (query, { verdictId: id }, _args, ctx) =>
        id === null ? null : ctx.database.prisma.verdict.findUnique({ ...query, where: { id } }),
    }),
  }),
})

const OutagesRef = builder.objectRef<Outages>("Outages").implement({
  description: "The outages of a monitor in a window, with their figures.",
  fields: (t) => ({
    outages: t.field({
      type: [OutageRef],
      description: "Newest first, at most 500.",
      args: { first: t.arg.int({ description: "Only this many, 1 to 500." }) },
      resolve: ({ outages }, { first }) => outages.slice(0, Math.max(1, first ?? outages.length)),
    }),
    count: t.exposeInt("count", { description: "Number of outages." }),
    offlineCount: t.exposeInt("offlineCount", { description: "How many of them were offline." }),
    offlineSeconds: t.exposeFloat("offlineSeconds", { description: "How long it was offline." }),
    meanRecoverySeconds: t.exposeFloat("meanRecoverySeconds", {
      nullable: true,
      description: "Mean duration of the offline outages that ended; null if none did.",
    }),
    longestSeconds: t.exposeFloat("longestSeconds", {
      nullable: true,
      description: "The longest offline outage; null if there was none.",
    }),
  }),
})

builder.prismaObjectField("Monitor", "outages", (t) =>
  t.field({
    type: OutagesRef,
    description: "Its outages in a window of at most 400 days.",
    args: {
      from: t.arg({ type: "DateTime", required: true, description: "The start." }),
      to: t.arg({ type: "DateTime", required: true, description: "The end, exclusive." }),
    },
    resolve: ({ id }, args, ctx) => listOutages(ctx, id, args),
  }),
)

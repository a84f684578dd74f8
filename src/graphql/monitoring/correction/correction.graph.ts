import { getRefFromModel } from "@pothos/plugin-prisma"
import { builder } from "../../kernel/builder.ts"
import { omitNulls } from "../../kernel/input.ts"
import { correctionScope } from "../../kernel/monitor-scope.ts"
import { rereadAs } from "../../kernel/reread.ts"
import { mayOfRow } from "../../kernel/row-access.ts"
import { pastWindow } from "../check/check-uptime.ts"
import { createCorrection } from "./create-correction.ts"
import { deleteCorrection } from "./delete-correction.ts"

const mostListed = 100

export const Correction = builder.prismaObject("Correction", {
  description:
    "A span of the past that a person left out of the uptime of monitors. Checks and outages stay as they are.",
  authScopes: ({ id, projectId }) => mayOfRow("correction", id, projectId, "monitors:read"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    startsAt: t.expose("startsAt", { type: "DateTime", description: "Start of the span." }),
    endsAt: t.expose("endsAt", { type: "DateTime", description: "End of the span, exclusive." }),
    reason: t.exposeString("reason", { description: "Why it does not count." }),
    actorName: t.exposeString("actorName", { description: "Name of the person or key." }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
    monitors: t.field({
      type: [getRefFromModel("Monitor", builder)],
      description: "The monitors, ordered by name.",
      resolve: ({ id }, _args, { database }) =>
        database.prisma.monitor.findMany({
          where: { corrections: { some: { correctionId: id } }, deletedAt: null },
          orderBy: [{ name: "asc" }, { id: "asc" }],
        }),
    }),
  }),
})

builder.prismaObjectField("Monitor", "corrections", (t) =>
  t.field({
    type: [Correction],
    description: `Spans that are left out of its uptime, of those that touch a window; newest first, at most ${mostListed}.`,
    args: {
      from: t.arg({ type: "DateTime", required: true, description: "The start." }),
      to: t.arg({ type: "DateTime", required: true, description: "The end, exclusive." }),
    },
    resolve: async ({ id: monitorId, projectId }, args, { access, clock, database }) => {
      const { from, to } = pastWindow(args, clock.now())
      const scope = correctionScope(await access.limit(projectId))
      return database.prisma.correction.findMany({
        where: {
          AND: [scope, { projectId, monitors: { some: { monitorId } } }],
          startsAt: { lt: to },
          endsAt: { gt: from },
        },
        orderBy: [{ startsAt: "desc" }, { id: "desc" }],
        take: mostListed,
      })
    },
  }),
)

const rereadCorrection = rereadAs("Correction")

builder.mutationFields((t) => ({
  createCorrection: t.prismaField({
    type: Correction,
    description:
      "Leaves a span of the past, at most 31 days, out of the uptime of monitors. Needs monitors:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      monitorIds: t.arg.idList({ required: true, description: "1 to 100 monitors." }),
      startsAt: t.arg({ type: "DateTime", required: true, description: "Start of the span." }),
      endsAt: t.arg({
        type: "DateTime",
        required: true,
        description: "Its end; not in the future.",
      }),
      reason: t.arg.string({ required: true, description: "Why, 1 to 5,000 characters." }),
    },
    resolve: (query, _root, args, ctx) =>
      rereadCorrection(query, ctx, createCorrection(ctx, omitNulls(args))),
  }),
  deleteCorrection: t.id({
    description:
      "Undoes a correction, so that its span counts again, and returns its id. Needs monitors:write.",
    args: { id: t.arg.id({ required: true, description: "The correction." }) },
    resolve: (_root, { id }, ctx) => deleteCorrection(ctx, id),
  }),
}))

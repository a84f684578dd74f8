import { builder } from "../kernel/builder.ts"
import { createSlo } from "./create-slo.ts"
import { deleteSlo } from "./delete-slo.ts"
import { muteSlo, unmuteSlo } from "./mute-slo.ts"
import { objectiveArgs, textArgs } from "./slo-args.graph.ts"
import { Indicator } from "./slo-enums.graph.ts"
import { SloType } from "./slo.graph.ts"
import { updateSlo } from "./update-slo.ts"

builder.mutationFields((t) => ({
  createSlo: t.prismaField({
    type: SloType,
    description: "Creates an SLO, which is evaluated within seconds. Needs monitors:write.",
    args: {
      ...textArgs,
      ...objectiveArgs,
      projectId: t.arg.id({ required: true, description: "The project." }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
      indicator: t.arg({ type: Indicator, required: true, description: "What it measures." }),
      targetPercent: t.arg.float({ required: true, description: "From 50 to 99.999." }),
      windowDays: t.arg.int({ required: true, description: "7, 28, 30 or 90." }),
    },
    resolve: (_query, _root, { windowDays, description, monitorIds, ...args }, ctx) =>
      createSlo(ctx, {
        ...args,
        windowDays: windowDays as 30,
        description: description ?? undefined,
        monitorIds: monitorIds ?? undefined,
      }),
  }),
  updateSlo: t.prismaField({
    type: SloType,
    description:
      "Changes an SLO; what is not given stays. Its indicator cannot change. Needs monitors:write.",
    args: {
      ...textArgs,
      ...objectiveArgs,
      id: t.arg.id({ required: true, description: "The SLO." }),
      name: t.arg.string({ description: "1 to 200 characters." }),
      targetPercent: t.arg.float({ description: "From 50 to 99.999." }),
      windowDays: t.arg.int({ description: "7, 28, 30 or 90." }),
    },
    resolve: (_query, _root, { id, ...changes }, ctx) => updateSlo(ctx, id, changes),
  }),
  deleteSlo: t.id({
    description:
      "Deletes an SLO and its history, and returns its id. Its open alerts are resolved. Needs monitors:write.",
    args: { id: t.arg.id({ required: true, description: "The SLO." }) },
    resolve: (_root, { id }, ctx) => deleteSlo(ctx, id),
  }),
  muteSlo: t.prismaField({
    type: SloType,
    description:
      "Raises no alert of an SLO for some time and pauses paging; it is still evaluated. Needs monitors:write.",
    args: {
      id: t.arg.id({ required: true, description: "The SLO." }),
      durationMinutes: t.arg.int({ required: true, description: "1 to 43,200 (30 days)." }),
    },
    resolve: (_query, _root, { id, ...mute }, ctx) => muteSlo(ctx, id, mute),
  }),
  unmuteSlo: t.prismaField({
    type: SloType,
    description:
      "Ends a mute early: a burn that goes on is alerted at the next evaluation. Needs monitors:write.",
    args: { id: t.arg.id({ required: true, description: "The SLO." }) },
    resolve: (_query, _root, { id }, ctx) => unmuteSlo(ctx, id),
  }),
}))

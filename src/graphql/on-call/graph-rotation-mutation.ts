import { builder } from "../builder.ts"
import type { Context } from "../context.ts"
import { createRotation } from "./create-rotation.ts"
import { deleteRotation } from "./delete-rotation.ts"
import { HandOverUnit, Weekday } from "./graph-layer.ts"
import { Rotation } from "./graph-rotation.ts"
import { updateRotation } from "./update-rotation.ts"

const HandOverInput = builder.inputType("HandOverInput", {
  description: "When the turns of a layer change.",
  fields: (t) => ({
    unit: t.field({ type: HandOverUnit, required: true, description: "What to count." }),
    every: t.int({
      required: true,
      description: "How many of the unit a turn lasts: up to 8,784 hours, 366 days or 52 weeks.",
    }),
    time: t.string({ description: "Local time such as 09:00; for days and weeks." }),
    weekday: t.field({ type: Weekday, description: "For weeks." }),
  }),
})

const RestrictionInput = builder.inputType("RotationRestrictionInput", {
  description: "Local hours in which a layer counts: of each day, or with weekdays of each week.",
  fields: (t) => ({
    startWeekday: t.field({ type: Weekday, description: "Together with endWeekday." }),
    startTime: t.string({ required: true, description: "Local time such as 18:00." }),
    endWeekday: t.field({ type: Weekday, description: "Together with startWeekday." }),
    endTime: t.string({
      required: true,
      description: "Local time such as 08:00; not later than the start, it is of the next day.",
    }),
  }),
})

const LayerInput = builder.inputType("RotationLayerInput", {
  description: "People who take turns; a later layer of the list lies on top.",
  fields: (t) => ({
    name: t.string({ required: true, description: "1 to 200 characters." }),
    startsAt: t.field({
      type: "DateTime",
      required: true,
      description: "When it begins, in the first participant's turn; to the minute.",
    }),
    endsAt: t.field({ type: "DateTime", description: "When it ends; never where absent." }),
    handOver: t.field({ type: HandOverInput, required: true, description: "When turns change." }),
    participantIds: t.idList({
      required: true,
      description: "Users of members of the project in order, 1 to 100.",
    }),
    restrictions: t.field({
      type: [RestrictionInput],
      description: "It counts only within these, 20 at most; always where absent.",
    }),
  }),
})

/** Fields that select relations trust that the query was asked, so a verb's bare row is not enough. */
const read = (query: object, { database }: Context, { id }: { id: string }) =>
  database.prisma.rotation.findUniqueOrThrow({ ...query, where: { id } })

builder.mutationFields((t) => ({
  createRotation: t.prismaField({
    type: Rotation,
    description: "Adds a rotation with its layers to a project. Needs on_call:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters." }),
      timeZone: t.arg.string({
        required: true,
        description: "An IANA time zone such as Europe/Berlin.",
      }),
      layers: t.arg({ type: [LayerInput], description: "From the lowest to the highest." }),
    },
    resolve: async (query, _root, { description, layers, ...args }, ctx) => {
      const given = { description: description ?? undefined, layers: layers ?? undefined }
      return read(query, ctx, await createRotation(ctx, { ...args, ...given }))
    },
  }),
  updateRotation: t.prismaField({
    type: Rotation,
    description: "Changes what is given, all at once or nothing. Needs on_call:write.",
    args: {
      id: t.arg.id({ required: true, description: "The rotation." }),
      name: t.arg.string({ description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters." }),
      timeZone: t.arg.string({ description: "An IANA time zone such as Europe/Berlin." }),
      layers: t.arg({ type: [LayerInput], description: "All its layers from now on." }),
    },
    resolve: async (query, _root, args, ctx) =>
      read(
        query,
        ctx,
        await updateRotation(ctx, {
          id: args.id,
          name: args.name ?? undefined,
          description: args.description ?? undefined,
          timeZone: args.timeZone ?? undefined,
          layers: args.layers ?? undefined,
        }),
      ),
  }),
  deleteRotation: t.id({
    description:
      "Deletes a rotation; rules that name it page one target less. Answers its id. Needs on_call:write.",
    args: { id: t.arg.id({ required: true, description: "The rotation." }) },
    resolve: (_root, { id }, ctx) => deleteRotation(ctx, id),
  }),
}))

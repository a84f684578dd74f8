import { builder } from "../../kernel/builder.ts"
import { rereadAs } from "../../kernel/reread.ts"
import { omitNulls } from "../../kernel/input.ts"
import { createRotation } from "./create-rotation.ts"
import { deleteRotation } from "./delete-rotation.ts"
import { HandOverUnit, Weekday } from "./layer.graph.ts"
import { Rotation } from "./rotation.graph.ts"
import { updateRotation } from "./update-rotation.ts"

const HandOverInput = builder.inputType("HandOverInput", {
  description: "When a layer hands over to the next person.",
  fields: (t) => ({
    unit: t.field({
      type: HandOverUnit,
      required: true,
      description: "The unit of the shift length.",
    }),
    every: t.int({
      required: true,
      description: "The shift length in units: up to 8,784 hours, 366 days or 52 weeks.",
    }),
    time: t.string({ description: "Local time such as 09:00; only for days and weeks." }),
    weekday: t.field({ type: Weekday, description: "Only for weeks." }),
  }),
})

const RestrictionInput = builder.inputType("RotationRestrictionInput", {
  description: "Local hours in which a layer is active: each day, or with weekdays each week.",
  fields: (t) => ({
    startWeekday: t.field({ type: Weekday, description: "Together with endWeekday." }),
    startTime: t.string({ required: true, description: "Local time such as 18:00." }),
    endWeekday: t.field({ type: Weekday, description: "Together with startWeekday." }),
    endTime: t.string({
      required: true,
      description:
        "Local time such as 08:00. If it is not later than the start, it is on the next day.",
    }),
  }),
})

export const LayerInput = builder.inputType("RotationLayerInput", {
  description: "A layer: people who take turns. Later layers of the list take precedence.",
  fields: (t) => ({
    name: t.string({ required: true, description: "1 to 200 characters." }),
    startsAt: t.field({
      type: "DateTime",
      required: true,
      description: "When it starts, with the first participant's shift; to the minute.",
    }),
    endsAt: t.field({ type: "DateTime", description: "When it ends; never by default." }),
    handOver: t.field({ type: HandOverInput, required: true, description: "When it hands over." }),
    participantIds: t.idList({
      required: true,
      description: "Users of project members in order, 1 to 100.",
    }),
    restrictions: t.field({
      type: [RestrictionInput],
      description: "It is active only within these, at most 20; always by default.",
    }),
  }),
})

const reread = rereadAs("Rotation")

builder.mutationFields((t) => ({
  createRotation: t.prismaField({
    type: Rotation,
    description: "Creates a rotation with its layers. Needs on_call:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters." }),
      timeZone: t.arg.string({
        required: true,
        description: "An IANA time zone such as Europe/Berlin.",
      }),
      layers: t.arg({
        type: [LayerInput],
        description: "Layers from lowest to highest precedence.",
      }),
    },
    resolve: (query, _root, args, ctx) => reread(query, ctx, createRotation(ctx, omitNulls(args))),
  }),
  updateRotation: t.prismaField({
    type: Rotation,
    description: "Updates the given fields in one transaction. Needs on_call:write.",
    args: {
      id: t.arg.id({ required: true, description: "The rotation." }),
      name: t.arg.string({ description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters." }),
      timeZone: t.arg.string({ description: "An IANA time zone such as Europe/Berlin." }),
      layers: t.arg({ type: [LayerInput], description: "Replaces all layers." }),
    },
    resolve: (query, _root, args, ctx) => reread(query, ctx, updateRotation(ctx, omitNulls(args))),
  }),
  deleteRotation: t.id({
    description:
      "Deletes a rotation and returns its id. Policy rules that name it lose a target. Needs on_call:write.",
    args: { id: t.arg.id({ required: true, description: "The rotation." }) },
    resolve: (_root, { id }, ctx) => deleteRotation(ctx, id),
  }),
}))

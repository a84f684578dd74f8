import { builder } from "../../kernel/builder.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { includeNodes } from "../../kernel/connection.graph.ts"
import { Node } from "../../kernel/node.graph.ts"
import { connectionOf } from "../../kernel/keyset.ts"
import { findRotation } from "../schedule/find-on-call.ts"
import { RotationLayer } from "./layer.graph.ts"
import { isGap, isShift, OnCallGap, OnCallShift } from "../schedule/shift.graph.ts"
import { listByName } from "../schedule/list-on-call.ts"
import { listShifts, readOnCallNow } from "../schedule/list-shifts.ts"

const window = "at most 366 days later"

export const Rotation = builder.prismaObject("Rotation", {
  interfaces: [Node],
  description:
    "Defines who is on call when: layers of shifts, of which later ones take precedence, and overrides above all layers.",
  authScopes: ({ projectId }) => mayOf(projectId, "on_call:read", "rotation"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    name: t.exposeString("name", { description: "Unique within the project." }),
    description: t.exposeString("description", { description: "At most 5,000 characters." }),
    timeZone: t.exposeString("timeZone", {
      description: "IANA time zone of its hand-overs and restrictions.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
    updatedAt: t.expose("updatedAt", { type: "DateTime", description: "When it last changed." }),
    layers: t.field({
      type: [RotationLayer],
      description: "Layers from lowest to highest precedence, at most 20.",
      select: {
        projectId: true,
        layers: {
          orderBy: { order: "asc" },
          include: {
            participants: {
              orderBy: { order: "asc" },
              include: { user: { select: { id: true, name: true } } },
            },
            restrictions: { orderBy: { order: "asc" } },
          },
        },
      },
      resolve: ({ projectId, layers }) => layers.map((layer) => ({ ...layer, projectId })),
    }),
    shifts: t.field({
      type: [OnCallShift],
      description: "Who is on call in a window, in order; shifts are cut at its ends.",
      args: {
        from: t.arg({ type: "DateTime", required: true, description: "The start." }),
        until: t.arg({ type: "DateTime", required: true, description: `The end, ${window}.` }),
      },
      select: { id: true, projectId: true },
      resolve: async (row, args, ctx) => (await listShifts(ctx, row, args)).filter(isShift),
    }),
    gaps: t.field({
      type: [OnCallGap],
      description: "When nobody is on call in a window, and why.",
      args: {
        from: t.arg({ type: "DateTime", required: true, description: "The start." }),
        until: t.arg({ type: "DateTime", required: true, description: `The end, ${window}.` }),
      },
      select: { id: true, projectId: true },
      resolve: async (row, args, ctx) => (await listShifts(ctx, row, args)).filter(isGap),
    }),
    onCallNow: t.field({
      type: OnCallShift,
      nullable: true,
      description: "The whole current shift; null in a gap.",
      select: { id: true, projectId: true },
      resolve: async (row, _args, ctx) => {
        const shown = await readOnCallNow(ctx, row)
        return isShift(shown) ? shown : null
      },
    }),
  }),
})

builder.prismaObjectField("Project", "rotations", (t) =>
  t.connection({
    type: Rotation,
    description: "The project's rotations, by name. Needs on_call:read.",
    resolve: async ({ id }, args, context, info) => {
      const page = await listByName(context, "rotations", id, args)
      const rows = await context.database.prisma.rotation.findMany({
        ...includeNodes(context, info),
        where: { id: { in: page.ids } },
      })
      return connectionOf(page, rows)
    },
  }),
)

builder.queryField("rotation", (t) =>
  t.prismaField({
    type: Rotation,
    nullable: true,
    description: "One rotation. Needs on_call:read.",
    args: { id: t.arg.id({ required: true, description: "The rotation." }) },
    resolve: async (query, _root, { id }, ctx) => {
      const rotation = await findRotation(ctx, id, "on_call:read")
      return ctx.database.prisma.rotation.findUnique({ ...query, where: { id: rotation.id } })
    },
  }),
)

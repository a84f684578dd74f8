import { queryFromInfo } from "@pothos/plugin-prisma"
import type { Prisma } from "../../postgres.ts"
import { builder } from "../builder.ts"
import { connectionOf } from "../keyset.ts"
import { findRotation } from "./find.ts"
import { RotationLayer } from "./graph-layer.ts"
import { isGap, isHeld, OnCallGap, OnCallShift } from "./graph-shift.ts"
import { listByName } from "./list.ts"
import { listShifts, readOnCallNow } from "./list-shifts.ts"

const window = "366 days at most"

export const Rotation = builder.prismaObject("Rotation", {
  description: "Who is on call when: layers of turns, later layers on top, and overrides over all.",
  authScopes: ({ projectId }) => ({
    may: { projectId, permission: "on_call:read", noun: "rotation" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    name: t.exposeString("name", { description: "Unique within the project." }),
    description: t.exposeString("description", { description: "At most 5,000 characters." }),
    timeZone: t.exposeString("timeZone", {
      description: "The IANA time zone of its hand-overs and restrictions.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
    updatedAt: t.expose("updatedAt", { type: "DateTime", description: "When it last changed." }),
    layers: t.field({
      type: [RotationLayer],
      description: "From the lowest to the highest, 20 at most: a later one lies on top.",
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
      description: "Who is on call between two moments, in order; cut at both.",
      args: {
        from: t.arg({ type: "DateTime", required: true, description: "The first moment." }),
        until: t.arg({ type: "DateTime", required: true, description: `The end, ${window}.` }),
      },
      select: { id: true, projectId: true },
      resolve: async (row, args, ctx) => (await listShifts(ctx, row, args)).filter(isHeld),
    }),
    gaps: t.field({
      type: [OnCallGap],
      description: "When nobody is on call between two moments, and why: all that is no shift.",
      args: {
        from: t.arg({ type: "DateTime", required: true, description: "The first moment." }),
        until: t.arg({ type: "DateTime", required: true, description: `The end, ${window}.` }),
      },
      select: { id: true, projectId: true },
      resolve: async (row, args, ctx) => (await listShifts(ctx, row, args)).filter(isGap),
    }),
    onCallNow: t.field({
      type: OnCallShift,
      nullable: true,
      description: "The whole shift of this moment; null in a gap.",
      select: { id: true, projectId: true },
      resolve: async (row, _args, ctx) => {
        const shown = await readOnCallNow(ctx, row)
        return isHeld(shown) ? shown : null
      },
    }),
  }),
})

/** Read with all their columns, so that a query only ever adds relations. */
type Included = { include?: Prisma.RotationInclude }

builder.prismaObjectField("Project", "rotations", (t) =>
  t.connection({
    type: Rotation,
    description: "Its rotations, by name. Needs on_call:read.",
    resolve: async ({ id }, args, context, info) => {
      const page = await listByName(context, "rotations", id, args)
      const rows = await context.database.prisma.rotation.findMany({
        ...(queryFromInfo({ context, info, path: ["edges", "node"] }) as Included),
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

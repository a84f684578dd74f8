import { builder } from "../../kernel/builder.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { omitNulls } from "../../kernel/input.ts"
import { rereadAs } from "../../kernel/reread.ts"
import { relationPage } from "../../kernel/connection.graph.ts"
import { byTime, keysetOf } from "../../kernel/prisma-keyset.ts"
import { createOverride } from "./create-override.ts"
import { deleteOverride } from "./delete-override.ts"
import { updateOverride } from "./update-override.ts"
import { OnCallPerson } from "../schedule/person.graph.ts"

const RotationOverride = builder.prismaObject("RotationOverride", {
  description: "Puts one person, or nobody, on call regardless of a rotation's layers.",
  include: {
    rotation: { select: { projectId: true } },
    user: { select: { id: true, name: true } },
  },
  authScopes: ({ rotation: { projectId } }) => mayOf(projectId, "on_call:read", "override"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    user: t.field({
      type: OnCallPerson,
      nullable: true,
      description: "Who is on call; null for nobody or a deleted account.",
      resolve: ({ rotation: { projectId }, user }) =>
        user && { projectId, userId: user.id, name: user.name },
    }),
    isNobody: t.exposeBoolean("isNobody", { description: "Whether nobody is on call." }),
    startsAt: t.expose("startsAt", { type: "DateTime", description: "When it starts." }),
    endsAt: t.expose("endsAt", { type: "DateTime", description: "When it ends." }),
    createdById: t.exposeID("createdBy", {
      nullable: true,
      description: "The user who created it and may delete it; null for a key.",
    }),
    createdAt: t.expose("createdAt", {
      type: "DateTime",
      description: "When it was created; the newest of overlapping overrides wins.",
    }),
  }),
})

builder.prismaObjectField("Rotation", "overrides", (t) =>
  relationPage(t, "overrides", {
    order: keysetOf("overrides", { startsAt: byTime }),
    description: "Its overrides, earliest first.",
    authScopes: ({ projectId }) => mayOf(projectId, "on_call:read", "rotation"),
    args: {
      from: t.arg({ type: "DateTime", description: "Only those that end after this time." }),
      until: t.arg({ type: "DateTime", description: "Only those that start before this time." }),
    },
    where: ({ from, until }) => ({
      ...(from ? { endsAt: { gt: from } } : {}),
      ...(until ? { startsAt: { lt: until } } : {}),
    }),
  }),
)

const reread = rereadAs("RotationOverride")

builder.mutationFields((t) => ({
  createOverride: t.prismaField({
    type: RotationOverride,
    description:
      "Creates an override: puts one person, or nobody, on call. Your own shifts need on_call:read, others on_call:write.",
    args: {
      rotationId: t.arg.id({ required: true, description: "The rotation." }),
      userId: t.arg.id({ description: "The member's user, unless isNobody is true." }),
      isNobody: t.arg.boolean({ description: "True to have nobody on call; false by default." }),
      startsAt: t.arg({
        type: "DateTime",
        required: true,
        description: "The start, to the minute.",
      }),
      endsAt: t.arg({
        type: "DateTime",
        required: true,
        description: "The end: in the future, at most 366 days after startsAt.",
      }),
    },
    resolve: (query, _root, args, ctx) => reread(query, ctx, createOverride(ctx, omitNulls(args))),
  }),
  updateOverride: t.prismaField({
    type: RotationOverride,
    description:
      "Moves the start or end of an override. Its creator may shorten it; anything else needs on_call:write.",
    args: {
      id: t.arg.id({ required: true, description: "The override." }),
      startsAt: t.arg({
        type: "DateTime",
        description: "The new start, to the minute; only before it begins.",
      }),
      endsAt: t.arg({ type: "DateTime", description: "The new end, in the future." }),
    },
    resolve: (query, _root, args, ctx) => reread(query, ctx, updateOverride(ctx, omitNulls(args))),
  }),
  deleteOverride: t.id({
    description:
      "Deletes an override and returns its id; one that has begun ends now. Allowed for its creator and members with on_call:write.",
    args: { id: t.arg.id({ required: true, description: "The override." }) },
    resolve: (_root, { id }, ctx) => deleteOverride(ctx, id),
  }),
}))

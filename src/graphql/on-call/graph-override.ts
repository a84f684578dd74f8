import { builder } from "../builder.ts"
import { checkedPage, requireCursors } from "../cursor.ts"
import { createOverride } from "./create-override.ts"
import { deleteOverride } from "./delete-override.ts"
import { OnCallPerson } from "./graph-person.ts"

const RotationOverride = builder.prismaObject("RotationOverride", {
  description: "One person, or nobody, in the place of what a rotation's layers say.",
  include: {
    rotation: { select: { projectId: true } },
    user: { select: { id: true, name: true } },
  },
  authScopes: ({ rotation: { projectId } }) => ({
    may: { projectId, permission: "on_call:read", noun: "override" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    user: t.field({
      type: OnCallPerson,
      nullable: true,
      description: "Who is on call; null for nobody, or for an account that was deleted.",
      resolve: ({ rotation: { projectId }, user }) =>
        user && { projectId, userId: user.id, name: user.name },
    }),
    isNobody: t.exposeBoolean("isNobody", { description: "Whether nobody is meant to be." }),
    startsAt: t.expose("startsAt", { type: "DateTime", description: "When it begins." }),
    endsAt: t.expose("endsAt", { type: "DateTime", description: "When it ends." }),
    createdAt: t.expose("createdAt", {
      type: "DateTime",
      description: "When it was made; of two at one time the later wins.",
    }),
  }),
})

builder.prismaObjectField("Rotation", "overrides", (t) =>
  t.relatedConnection("overrides", {
    cursor: "id",
    description: "Its overrides, the earliest first.",
    authScopes: async ({ id, projectId }, page, { database }) => {
      await requireCursors(page, (row) =>
        database.prisma.rotationOverride.count({ where: { id: row, rotationId: id } }),
      )
      return { may: { projectId, permission: "on_call:read", noun: "rotation" } }
    },
    args: {
      from: t.arg({ type: "DateTime", description: "Only those that end after this moment." }),
      until: t.arg({ type: "DateTime", description: "Only those that begin before it." }),
    },
    query: (args) =>
      checkedPage(args, {
        where: {
          ...(args.from ? { endsAt: { gt: args.from } } : {}),
          ...(args.until ? { startsAt: { lt: args.until } } : {}),
        },
        orderBy: [{ startsAt: "asc" }, { id: "asc" }],
      }),
  }),
)

builder.mutationFields((t) => ({
  createOverride: t.prismaField({
    type: RotationOverride,
    description:
      "Puts one person, or nobody, in the place of what the layers say. For the own shifts on_call:read is enough, else it needs on_call:write.",
    args: {
      rotationId: t.arg.id({ required: true, description: "The rotation." }),
      userId: t.arg.id({ description: "The user of a member, unless isNobody." }),
      isNobody: t.arg.boolean({ description: "True to have nobody on call; false where absent." }),
      startsAt: t.arg({ type: "DateTime", required: true, description: "To the minute." }),
      endsAt: t.arg({
        type: "DateTime",
        required: true,
        description: "In the future, 366 days after startsAt at most.",
      }),
    },
    resolve: async (query, _root, { isNobody, ...args }, ctx) => {
      const { id } = await createOverride(ctx, { ...args, isNobody: isNobody ?? undefined })
      return ctx.database.prisma.rotationOverride.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  deleteOverride: t.id({
    description:
      "Takes back an override; one that has begun ends now. Answers its id. Its maker may, and who has on_call:write.",
    args: { id: t.arg.id({ required: true, description: "The override." }) },
    resolve: (_root, { id }, ctx) => deleteOverride(ctx, id),
  }),
}))

import { builder } from "../builder.ts"
import { checkedPage, requireCursors } from "../cursor.ts"
import type { CreatedFeed } from "./create-feed.ts"
import { createFeed } from "./create-feed.ts"
import { OnCallPerson } from "./graph-person.ts"
import { revokeFeed } from "./revoke-feed.ts"

const OnCallFeed = builder.prismaObject("OnCallFeed", {
  description: "A secret link to a calendar; the link itself was shown once, when it was made.",
  include: { user: { select: { id: true, name: true } } },
  authScopes: ({ projectId }) => ({
    may: { projectId, permission: "on_call:read", noun: "calendar link" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    rotation: t.relation("rotation", {
      nullable: true,
      description: "Whose shifts it shows, where it shows a rotation's.",
    }),
    user: t.field({
      type: OnCallPerson,
      nullable: true,
      description: "Whose shifts it shows, where it shows one person's.",
      resolve: ({ projectId, user }) => user && { projectId, userId: user.id, name: user.name },
    }),
    revokedAt: t.expose("revokedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was revoked; null while it was not.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
  }),
})

const createdFeed = builder.objectRef<CreatedFeed>("CreatedOnCallFeed").implement({
  description: "A new calendar link, with the only copy of it.",
  fields: (t) => ({
    feed: t.prismaField({
      type: OnCallFeed,
      description: "What is kept of it.",
      resolve: (query, { feed }, _args, { database }) =>
        database.prisma.onCallFeed.findUniqueOrThrow({ ...query, where: { id: feed.id } }),
    }),
    url: t.exposeString("url", {
      description: "The address to subscribe to, shown this once; whoever knows it reads it.",
    }),
  }),
})

builder.prismaObjectField("Project", "onCallFeeds", (t) =>
  t.relatedConnection("onCallFeeds", {
    cursor: "id",
    authScopes: async ({ id }, page, { database }) => {
      await requireCursors(page, (row) =>
        database.prisma.onCallFeed.count({ where: { id: row, projectId: id } }),
      )
      return { may: { projectId: id, permission: "on_call:read", noun: "project" } }
    },
    description: "Its calendar links, newest first. Needs on_call:read.",
    query: (args) => checkedPage(args, { orderBy: [{ createdAt: "desc" }, { id: "desc" }] }),
  }),
)

builder.mutationFields((t) => ({
  createOnCallFeed: t.field({
    type: createdFeed,
    description:
      "Makes a secret link to the calendar of a rotation or of one person. Everybody may, for rotations and the own shifts; another person's needs on_call:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      rotationId: t.arg.id({ description: "A rotation, or else a person." }),
      userId: t.arg.id({ description: "The user of a member, or else a rotation." }),
    },
    resolve: (_root, args, ctx) => createFeed(ctx, args),
  }),
  revokeOnCallFeed: t.prismaField({
    type: OnCallFeed,
    description:
      "Ends a calendar link for good. Its maker may, whose shifts it shows, and who has on_call:write.",
    args: { id: t.arg.id({ required: true, description: "The calendar link." }) },
    resolve: async (query, _root, args, ctx) => {
      const { id } = await revokeFeed(ctx, args.id)
      return ctx.database.prisma.onCallFeed.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))

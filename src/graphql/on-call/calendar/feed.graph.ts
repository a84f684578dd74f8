import { builder } from "../../kernel/builder.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { rereadAs } from "../../kernel/reread.ts"
import { relationPage } from "../../kernel/connection.graph.ts"
import { byTime, keysetOf } from "../../kernel/prisma-keyset.ts"
import { createFeed, type CreatedFeed } from "./create-feed.ts"
import { OnCallPerson } from "../schedule/person.graph.ts"
import { revokeFeed } from "./revoke-feed.ts"

const OnCallFeed = builder.prismaObject("OnCallFeed", {
  description: "A secret link to a calendar. The URL is shown only once, at creation.",
  include: { user: { select: { id: true, name: true } } },
  authScopes: ({ projectId }) => mayOf(projectId, "on_call:read", "calendar link"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    rotation: t.relation("rotation", {
      nullable: true,
      description: "The rotation it shows, if it shows one.",
    }),
    user: t.field({
      type: OnCallPerson,
      nullable: true,
      description: "The person whose shifts it shows, if it shows one person's.",
      resolve: ({ projectId, user }) => user && { projectId, userId: user.id, name: user.name },
    }),
    revokedAt: t.expose("revokedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was revoked; null if it was not.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
  }),
})

const createdFeed = builder.objectRef<CreatedFeed>("CreatedOnCallFeed").implement({
  description: "A new calendar link, with the only copy of its URL.",
  fields: (t) => ({
    feed: t.prismaField({
      type: OnCallFeed,
      description: "The calendar link.",
      resolve: (query, { feed }, _args, { database }) =>
        database.prisma.onCallFeed.findUniqueOrThrow({ ...query, where: { id: feed.id } }),
    }),
    url: t.exposeString("url", {
      description:
        "The URL to subscribe to. It is shown only once, and anyone who knows it can read the calendar.",
    }),
  }),
})

builder.prismaObjectField("Project", "onCallFeeds", (t) =>
  relationPage(t, "onCallFeeds", {
    order: keysetOf("on-call-feeds", { createdAt: byTime }, { isDescending: true }),
    description: "The project's calendar links, newest first. Needs on_call:read.",
    authScopes: ({ id }) => mayOf(id, "on_call:read", "project"),
  }),
)

const reread = rereadAs("OnCallFeed")

builder.mutationFields((t) => ({
  createOnCallFeed: t.field({
    type: createdFeed,
    description:
      "Creates a secret link to the calendar of a rotation or of one person. Any member may link a rotation or their own shifts; another person's shifts need on_call:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      rotationId: t.arg.id({ description: "The rotation, unless userId is given." }),
      userId: t.arg.id({ description: "The member's user, unless rotationId is given." }),
    },
    resolve: (_root, args, ctx) => createFeed(ctx, args),
  }),
  revokeOnCallFeed: t.prismaField({
    type: OnCallFeed,
    description:
      "Permanently revokes a calendar link. Allowed for its creator, the person whose shifts it shows, and members with on_call:write.",
    args: { id: t.arg.id({ required: true, description: "The calendar link." }) },
    resolve: (query, _root, args, ctx) => reread(query, ctx, revokeFeed(ctx, args.id)),
  }),
}))

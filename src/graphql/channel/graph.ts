import { builder } from "../builder.ts"
import { checkedPage, requireCursors } from "../cursor.ts"
import { findChannel } from "./find.ts"
import { ChannelKind } from "./graph-kind.ts"
import { requireOwned } from "./owner.ts"

builder.prismaObject("Channel", {
  description: "A way to reach a person, in all their projects, or a room of a project.",
  authScopes: async (channel, ctx) => {
    await requireOwned(ctx, channel, "on_call:read", channel.id)
    return true
  },
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    kind: t.expose("kind", { type: ChannelKind, description: "How it reaches its owner." }),
    name: t.exposeString("name", { description: "What its owner calls it." }),
    hint: t.exposeString("hint", {
      description: "What its owner knows it by, such as the end of a number.",
    }),
    project: t.relation("project", {
      nullable: true,
      description: "Whose room it is; null for a person's own.",
    }),
    enabled: t.exposeBoolean("enabled", { description: "Whether anything is sent to it." }),
    verifiedAt: t.expose("verifiedAt", {
      type: "DateTime",
      nullable: true,
      description: "Since when it counts; null until its code was entered.",
    }),
    codeExpiresAt: t.expose("codeExpiresAt", {
      type: "DateTime",
      nullable: true,
      description: "Until when the code that was sent can be entered; null where none is open.",
    }),
    lastDeliveredAt: t.expose("lastDeliveredAt", {
      type: "DateTime",
      nullable: true,
      description: "When something last arrived; null for never.",
    }),
    lastError: t.exposeString("lastError", {
      nullable: true,
      description: "Why the last delivery failed; null once one arrives.",
    }),
    deliveries: t.relatedConnection("deliveries", {
      cursor: "id",
      description: "What it was owed for its own sake (codes and tests), newest first.",
      authScopes: async ({ id }, page, { database }) => {
        await requireCursors(page, (row) =>
          database.prisma.delivery.count({ where: { id: row, channelId: id } }),
        )
        return true
      },
      query: (args) =>
        checkedPage(args, {
          where: { event: { in: ["channel.code", "channel.test"] } },
          orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        }),
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
    updatedAt: t.expose("updatedAt", { type: "DateTime", description: "When it last changed." }),
  }),
})

builder.prismaObjectField("Project", "channels", (t) =>
  t.relatedConnection("channels", {
    cursor: "id",
    description: "The rooms that can be told, oldest first. Needs on_call:read.",
    authScopes: async ({ id }, page, { database }) => {
      await requireCursors(page, (row) =>
        database.prisma.channel.count({ where: { id: row, projectId: id } }),
      )
      return { may: { projectId: id, permission: "on_call:read", noun: "project" } }
    },
    query: (args) => checkedPage(args, { orderBy: [{ createdAt: "asc" }, { id: "asc" }] }),
  }),
)

builder.queryField("channel", (t) =>
  t.prismaField({
    type: "Channel",
    nullable: true,
    description: "One channel: the own, or one of a project, which needs on_call:read.",
    args: { id: t.arg.id({ required: true, description: "The channel." }) },
    resolve: (_query, _root, { id }, ctx) => findChannel(ctx, id, "on_call:read"),
  }),
)

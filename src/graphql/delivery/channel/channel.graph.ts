import { readLast } from "../../../findings/finding.ts"
import { builder } from "../../kernel/builder.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { relationPage } from "../../kernel/connection.graph.ts"
import { byTime, keysetOf } from "../../kernel/prisma-keyset.ts"
import { findChannel } from "./find-channel.ts"
import { ChannelKind } from "./channel-kind.graph.ts"
import { requireOwned } from "./channel-owner.ts"

builder.prismaObject("Channel", {
  description: "A person's contact channel, in all their projects, or a project's team channel.",
  authScopes: async (channel, ctx) => {
    await requireOwned(ctx, channel, "on_call:read", channel.id)
    return true
  },
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    kind: t.expose("kind", { type: ChannelKind, description: "Its kind." }),
    name: t.exposeString("name", { description: "Its name." }),
    hint: t.exposeString("hint", {
      description: "A recognizable part of its address, such as the end of a number.",
    }),
    project: t.relation("project", {
      nullable: true,
      description: "The project of a team channel; null for a personal channel.",
    }),
    enabled: t.exposeBoolean("enabled", { description: "Whether anything is sent to it." }),
    verifiedAt: t.expose("verifiedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was verified; null until then.",
    }),
    codeExpiresAt: t.expose("codeExpiresAt", {
      type: "DateTime",
      nullable: true,
      description: "When the current code expires; null if there is none.",
    }),
    lastDeliveredAt: t.expose("lastDeliveredAt", {
      type: "DateTime",
      nullable: true,
      description: "When its provider last accepted a delivery; null for never.",
    }),
    ...t.explainedOrNull(
      "lastError",
      "Why the last delivery failed, in English; null after a success.",
      readLast,
      { data: "lastFindings" },
    ),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
    updatedAt: t.expose("updatedAt", { type: "DateTime", description: "When it last changed." }),
  }),
})

builder.prismaObjectField("Channel", "deliveries", (t) =>
  relationPage(t, "deliveries", {
    order: keysetOf("channel-deliveries", { createdAt: byTime }, { isDescending: true }),
    description: "Its verification codes and tests, newest first.",
    where: () => ({ event: { in: ["channel.code", "channel.test"] } }),
  }),
)

builder.prismaObjectField("Project", "channels", (t) =>
  relationPage(t, "channels", {
    order: keysetOf("channels", { createdAt: byTime }),
    description: "Its team channels, oldest first. Needs on_call:read.",
    authScopes: ({ id }) => mayOf(id, "on_call:read", "project"),
  }),
)

builder.queryField("channel", (t) =>
  t.prismaField({
    type: "Channel",
    nullable: true,
    description: "One channel; a team channel needs on_call:read.",
    args: { id: t.arg.id({ required: true, description: "The channel." }) },
    resolve: (_query, _root, { id }, ctx) => findChannel(ctx, id, "on_call:read"),
  }),
)

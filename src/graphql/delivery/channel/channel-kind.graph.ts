import type { ChannelKind as Kind } from "../../../../prisma/generated/enums.ts"
import { channelKinds } from "../../../channels/channel-kinds.ts"
import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { listKinds, type KindView } from "./list-kinds.ts"

export const ChannelKind = builder.enumType("ChannelKind", {
  description: "How a channel reaches its owner.",
  values: valuesOf<Kind>(channelKinds),
})

const ChannelOwnerKind = builder.enumType("ChannelOwnerKind", {
  description: "The kind of owner of a channel.",
  values: valuesOf({
    user: "A person, in all their projects.",
    project: "A project, for a team channel.",
  }),
})

const ChannelKindInfo = builder.objectRef<KindView>("ChannelKindInfo").implement({
  description: "A kind of channel: its settings and whether this installation can use it.",
  fields: (t) => ({
    kind: t.expose("kind", { type: ChannelKind, description: "The kind." }),
    owners: t.expose("owners", { type: [ChannelOwnerKind], description: "Possible owners." }),
    settings: t.expose("settings", {
      type: "JSON",
      description: "Its settings, as JSON Schema.",
    }),
    missing: t.exposeString("missing", {
      nullable: true,
      description:
        "The settings that the installation lacks, as a sentence for its operator; null if the kind is usable.",
    }),
  }),
})

builder.queryField("channelKinds", (t) =>
  t.field({
    type: [ChannelKindInfo],
    description: "The kinds of channels.",
    resolve: (_root, _args, ctx) => listKinds(ctx),
  }),
)

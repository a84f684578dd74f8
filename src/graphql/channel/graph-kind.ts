import { builder } from "../builder.ts"
import type { KindView } from "./list-kinds.ts"
import { listKinds } from "./list-kinds.ts"

export const ChannelKind = builder.enumType("ChannelKind", {
  description: "How a channel reaches its owner.",
  values: {
    EMAIL: { value: "email", description: "A mail to an address." },
    SMS: { value: "sms", description: "A text message to a phone." },
    VOICE: { value: "voice", description: "A call that reads the alert and takes a key press." },
    SLACK_WEBHOOK: { value: "slack_webhook", description: "An incoming webhook of Slack." },
    SLACK_BOT: { value: "slack_bot", description: "A bot in Slack, with buttons." },
    DISCORD_WEBHOOK: { value: "discord_webhook", description: "A webhook of Discord." },
    DISCORD_BOT: { value: "discord_bot", description: "A bot in Discord, with buttons." },
    WEB_PUSH: { value: "web_push", description: "A notification of a browser." },
  } as const,
})

const ChannelOwnerKind = builder.enumType("ChannelOwnerKind", {
  description: "Whose a channel is.",
  values: {
    USER: { value: "user", description: "A person's, in all their projects." },
    PROJECT: { value: "project", description: "A project's, such as a room of its team." },
  } as const,
})

const ChannelKindInfo = builder.objectRef<KindView>("ChannelKindInfo").implement({
  description: "What channels of one kind take, and whether this installation can send over them.",
  fields: (t) => ({
    kind: t.expose("kind", { type: ChannelKind, description: "The kind." }),
    owners: t.expose("owners", { type: [ChannelOwnerKind], description: "Whose it can be." }),
    settings: t.expose("settings", {
      type: "JSON",
      description: "What its owner enters, as JSON Schema.",
    }),
    missing: t.exposeString("missing", {
      nullable: true,
      description:
        "Which settings the installation lacks, in words for its operator; null where the kind can be used.",
    }),
  }),
})

builder.queryField("channelKinds", (t) =>
  t.field({
    type: [ChannelKindInfo],
    description: "What channels can be made of here.",
    resolve: (_root, _args, ctx) => listKinds(ctx),
  }),
)

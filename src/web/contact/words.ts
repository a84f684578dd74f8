import type { ResultOf } from "../graphql.ts"
import type { OwnChannels } from "./documents.ts"

type Read = ResultOf<typeof OwnChannels>
export type ChannelView = NonNullable<Read["viewer"]>["channels"][number]
export type KindView = Read["channelKinds"][number]

export const kindWords: Record<KindView["kind"], string> = {
  EMAIL: "E-mail",
  SMS: "SMS",
  VOICE: "Call",
  SLACK_WEBHOOK: "Slack webhook",
  SLACK_BOT: "Slack bot",
  DISCORD_WEBHOOK: "Discord webhook",
  DISCORD_BOT: "Discord bot",
  WEB_PUSH: "Notifications",
}

/** What a person enters; a device subscribes by itself. */
export const entered = {
  EMAIL: { name: "address", label: "E-mail address", type: "email", example: "you@example.com" },
  SMS: { name: "number", label: "Phone number", type: "tel", example: "+4915112345678" },
  VOICE: { name: "number", label: "Phone number", type: "tel", example: "+4915112345678" },
} as const
export type EnteredKind = keyof typeof entered

export const isEntered = (kind: string): kind is EnteredKind => kind in entered

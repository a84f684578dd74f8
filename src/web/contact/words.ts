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

type Field = {
  name: string
  label: string
  type: "text" | "email" | "tel" | "url"
  example: string
}

const phone: Field[] = [
  { name: "number", label: "Phone number", type: "tel", example: "+4915112345678" },
]
const hook = (example: string): Field[] => [
  { name: "url", label: "Webhook URL", type: "url", example },
]
const token = { name: "token", label: "Bot token", type: "text" } as const

/** What is entered for each kind; a device subscribes by itself. */
export const entered = {
  EMAIL: [{ name: "address", label: "E-mail address", type: "email", example: "you@example.com" }],
  SMS: phone,
  VOICE: phone,
  SLACK_WEBHOOK: hook("https://hooks.slack.com/services/…"),
  SLACK_BOT: [
    { ...token, example: "xoxb-…" },
    { name: "signingSecret", label: "Signing secret", type: "text", example: "32 digits" },
    { name: "room", label: "Channel ID", type: "text", example: "C0123456789" },
  ],
  DISCORD_WEBHOOK: hook("https://discord.com/api/webhooks/…"),
  DISCORD_BOT: [
    { ...token, example: "" },
    { name: "publicKey", label: "Public key", type: "text", example: "64 digits" },
    { name: "room", label: "Channel ID", type: "text", example: "123456789012345678" },
  ],
} satisfies Partial<Record<KindView["kind"], Field[]>>
export type EnteredKind = keyof typeof entered

export const isEntered = (kind: string): kind is EnteredKind => kind in entered

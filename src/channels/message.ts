import type { ChannelKind } from "../../prisma/generated/enums.ts"
import type { Finding } from "../findings/finding.ts"
import type { Notice } from "./notice.ts"
import type { MessageLanguage } from "./words/message-language.ts"
import type { Services } from "../platform/services.ts"

/**
 * Of the words around what people and targets wrote; absent for team channels, which are in English. Times are in the
 * zone, UTC if it is absent.
 */
type Spoken = { language?: MessageLanguage; timeZone?: string }

/** A page, or an update about its alert. */
export type PageMessage = Spoken & {
  kind: "page"
  /** The event that caused the message. */
  event: string
  alertId: string
  number: number
  /** The number to acknowledge by, if the page is for a group: it then describes the newest alert of the group. */
  leadNumber?: number
  title: Finding
  description: readonly Finding[]
  severity: "high" | "low"
  state: "triggered" | "acknowledged" | "resolved"
  /** Who acknowledged or resolved it; null until then. */
  by: string | null
  /** True if it was resolved because its monitor was deleted. */
  isMonitorDeleted: boolean
  projectName: string
  startedAt: Date
  /** Name of the person who asks the recipient for help; absent or null for a step of the policy. */
  askedBy?: string | null
  /** Which page of this alert it is for the recipient; above 1 if it comes again. Absent counts as 1. */
  times?: number
  /** Outages of a flapping alert; null if it is not flapping. */
  flap: {
    outages: number
    beganAt: Date
    until: Date
    /** 0 to 1; absent if unknown. */
    downShare?: number | null
    /** True if the target is up at this moment, although the flap goes on. */
    isUp?: boolean
  } | null
  /** Monitors that failed at once, of how many, if the alert is part of it; absent counts as null. */
  mass?: { failed: number; checked: number; minutes: number } | null
  /** The alert on the dashboard. */
  url: string
  /** Why this recipient is paged, such as the rule and rotation. */
  reason: readonly Finding[]
  /** More alerts of the same cause that this page stands for; `rest` counts those that are not listed. */
  others: { listed: { number: number; title: Finding }[]; rest: number }
  /** A signed link to a page with the button; null once there is nothing left to acknowledge. */
  acknowledgeUrl: string | null
}

/** Localized parts of a message. */
export type Wording = {
  /** As BCP 47 writes it. */
  language: string
  direction: "ltr" | "rtl"
  /** Sender, such as the name of a status page. */
  standing: string
  /** Footer: why this was sent. */
  footer: string
  /** First label of the List-Id of mails, such as the short name of a status page. */
  listId?: string
  /** Label of the unsubscribe link, and the confirmation after it. */
  unsubscribe: string
  unsubscribed: string
}

/** A CSV file of a mail. */
export type NoticeFile = { name: string; content: string }

/** A message for any channel; each channel kind formats it. */
export type Message =
  | PageMessage
  /** Verifies a channel by code, or by link in an email. */
  | ({
      kind: "code"
      code: string
      expiresAt: Date
      owner: string
      verifyUrl: string | null
    } & Spoken)
  | ({ kind: "test"; channel: string; owner: string } & Spoken)
  /** Not urgent. */
  | ({
      kind: "notice"
      /** Of the subscribers of a status page; absent for Watchkeeper's own messages. */
      wording?: Wording
      /** Only in mails. */
      files?: readonly NoticeFile[]
    } & Spoken &
      Notice)

/**
 * Result of one attempt. A receipt is the provider's message id. A message is accepted once the provider took it, and
 * confirmed if its answer shows that it was delivered.
 */
export type Outcome =
  | { kind: "accepted"; receipt: string | null; isConfirmed: boolean }
  | { kind: "retry"; afterSeconds: number | null; status: number | null; finding: Finding }
  | {
      kind: "dead"
      status: number | null
      finding: Finding
      /** The receiver is gone for good, so its address is to be forgotten. */
      isGone?: true
    }

export type Sending = {
  services: Services
  /** Stable across attempts, for deduplication by the provider. */
  deliveryId: string
  /** Receipt of the previous message about the same alert on this channel, for editing; null for the first. */
  previousReceipt: string | null
  /** Aborts the attempt at its deadline. */
  signal: AbortSignal
}

/** Sends to one kind of channel; `channel-kinds.ts` has its settings. */
export type Sender<Config> = {
  kind: ChannelKind
  /** Sends once. Returns failures as outcomes; throws only on internal errors. */
  send(config: Config, message: Message, sending: Sending): Promise<Outcome>
}

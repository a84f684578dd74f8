import type { ChannelKind } from "../../../prisma/generated/enums.ts"
import type { Notice } from "../../graphql/delivery/notice.ts"
import type { Services } from "../../services.ts"

/** What wakes a person, and what becomes of it. */
export type PageMessage = {
  kind: "page"
  alertId: string
  number: number
  title: string
  description: string
  severity: "high" | "low"
  state: "triggered" | "acknowledged" | "resolved"
  /** Who acknowledged or resolved it; null while nobody did. */
  by: string | null
  projectName: string
  startedAt: Date
  /** The alert on the dashboard. */
  url: string
  /** Why this one is paged, such as a rule and a rotation. */
  reason: string
  /** More alerts of the same cause that this page stands for; `rest` counts those that are not listed. */
  others: { listed: { number: number; title: string }[]; rest: number }
  /** A signed link to a page with the button; null once there is nothing left to acknowledge. */
  acknowledgeUrl: string | null
}

/** How a letter speaks that is written in its reader's language. */
export type Wording = {
  /** As BCP 47 writes it. */
  language: string
  direction: "ltr" | "rtl"
  /** Who writes, such as the name of a status page. */
  standing: string
  /** Why this was sent, in small print. */
  footer: string
  /** What ends it, and what is said once it is ended. */
  unsubscribe: string
  unsubscribed: string
}

/** What is said over a channel. Each kind of channel puts it in a form of its own. */
export type Message =
  | PageMessage
  /** Proves that the channel is its owner's; by mail a link does it, too. */
  | { kind: "code"; code: string; expiresAt: Date; owner: string; verifyUrl: string | null }
  | { kind: "test"; channel: string; owner: string }
  /** Anything that can wait. */
  | ({
      kind: "notice"
      /** Absent for what Watchkeeper itself says, in English. */
      wording?: Wording
    } & Notice)

/**
 * What became of one attempt. A receipt is what the provider calls the message; with `isFinal` false the provider
 * took it on and will report whether it arrived.
 */
export type Outcome =
  | { kind: "delivered"; receipt: string | null; isFinal: boolean }
  | { kind: "retry"; afterSeconds: number | null; status: number | null; error: string }
  | { kind: "dead"; status: number | null; error: string }

export type Sending = {
  services: Services
  /** The same over all attempts, for providers that know a message again. */
  deliveryId: string
  /** Of this page's message that went before over the same channel, which may be edited; null for the first. */
  previousReceipt: string | null
  /** Ends the attempt at its deadline. */
  signal: AbortSignal
}

/** How one kind of channel sends; what it must be told is its file in graphql/channel. */
export type Channel<Config> = {
  kind: ChannelKind
  /** Sends once. Failures are outcomes; only a fault of ours throws. */
  send(config: Config, message: Message, sending: Sending): Promise<Outcome>
}

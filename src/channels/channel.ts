import type { z } from "zod"
import type { ChannelKind } from "../../prisma/generated/enums.ts"
import type { Finding } from "../findings/finding.ts"
import type { Env } from "../platform/env.ts"

/** A setting as a form asks for it. */
type Entered = {
  name: string
  label: string
  type: "text" | "email" | "tel" | "url"
  example: string
}

/** How a team connects it, before it can fill in the form. */
type Setup = {
  /** Imperative sentences. */
  steps: readonly string[]
  /** The path of this installation that the provider calls when a button is pressed; null without buttons. */
  callbackPath: string | null
  /** The part of the documentation with all details. */
  docsPath: string
}

/** What one kind of channel can do and how it is set up; `senders.ts` has its sender. */
export type Channel<Config> = {
  kind: ChannelKind
  title: string
  /** What it sends, within a sentence: "push notification". */
  noun: string
  /** One sentence for the API's documentation. */
  description: string
  /** A person's own, a project's, or both. */
  owners: readonly ("user" | "project")[]
  /** Settings schema; its error messages say what to write instead. */
  config: z.ZodType<Config>
  /** What a person enters; null where a device subscribes by itself. */
  entered: readonly Entered[] | null
  /** Null if the fields explain themselves. */
  setup: Setup | null
  /** The normalized address, which finds duplicates. */
  addressOf(config: Config): string
  /** A recognizable part of the address that reveals no secret. */
  hintOf(config: Config): string
  /** The missing installation settings, as a sentence for the operator; null if usable. */
  missing(env: Env): string | null
  /** Why sending there is forbidden, such as a URL that the guard refuses; null if allowed. */
  refuse?(config: Config, env: Env): Finding | null
  /** What messages are sent with; all kinds of one work or fail together, except those of chats. */
  sender: "email" | "phone" | "push" | "chat"
  /** Every channel is verified by a code; a message with a link may also be verified by opening it. */
  isVerifiedByLink: boolean
  /** Wakes people up: used later, for high urgency, and limited more strictly. */
  isIntrusive: boolean
  /** Minutes after the page, if the person chose no methods. */
  defaultDelayMinutes: number
  /** Several that a person has are all used by default, or only the oldest. */
  usedByDefault: "all" | "oldest"
  /** Which later changes of an alert are sent: its resolution and reopening, or also acknowledgements. */
  sendsChanges: "none" | "endings" | "all"
  /** A later message about the same alert replaces the earlier one. */
  editsMessages: boolean
  /** Takes the daily digest of low urgency. */
  takesDigest: boolean
  /**
   * When the provider confirms that a message it accepted was delivered: with the answer, which names the posted
   * message; by a later report; or never. Without a confirmation it counts as accepted only.
   */
  confirmsDelivery: "at_once" | "later" | "never"
}

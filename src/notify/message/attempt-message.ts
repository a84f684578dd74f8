import { dead, failed } from "../../channels/http-outcome.ts"
import type { Finding } from "../../findings/finding.ts"
import type { AttemptOutcome } from "../../../prisma/generated/enums.ts"
import { openConfig } from "../../graphql/delivery/channel/channel-config.ts"
import { failuresBeforeForward } from "../../graphql/outbox/forward-pages.ts"
import { noteUnreadable } from "../../graphql/workspace/secret-key/find-unreadable.ts"
import { attachRows } from "../../graphql/status-pages/data-export/attach-rows.ts"
import { openMail } from "../../graphql/outbox/sealed-mail.ts"
import { SealError } from "../../platform/secret.ts"
import type { Services } from "../../platform/services.ts"
import type { Message, Outcome, PageMessage } from "../../channels/message.ts"
import { messageLanguages } from "../../channels/words/message-language.ts"
import type { Senders } from "../../channels/senders.ts"
import { sendToSubscriber } from "../subscriber/send-to-subscriber.ts"
import { afterFailure } from "../engine/settle-deliveries.ts"
import type { ClaimedMessage, MessageQueue } from "./claim-messages.ts"
import { messageOf } from "./message-text.ts"
import type { Way } from "./read-target.ts"
import type { MessageSettlement } from "./settle-messages.ts"
import { sendToChannel } from "./send-to-channel.ts"

export type Tools = {
  services: Services
  queue: MessageQueue
  channels: Senders
  readWay(held: ClaimedMessage): Promise<{ way: Way | null }>
  readPage(deliveryId: string): Promise<PageMessage | null>
  /** Total for reading, connecting, and sending. */
  deadlineMs: number
}

/** Outcome of an attempt, or the reason none was made. */
type End = Outcome | (Record<"finding", Finding> & ({ kind: "late" } | { kind: "needless" }))

/** Events that are sent to unverified channels. */
const own = ["channel.code", "channel.test"]
/** If a provider asks to wait longer than this, the next contact method is used. */
const longestPatienceSeconds = 30

/** Sends a message once. Null if the lease was lost. */
export async function attemptMessage(
  tools: Tools,
  held: ClaimedMessage,
): Promise<MessageSettlement | null> {
  const { services } = tools
  const startedAt = services.clock.now()
  const startedMs = services.clock.monotonicMs()
  const end = await beforeDeadline(tools.deadlineMs, (signal) => send(tools, held, signal))
  if (end === null) return null
  const durationMs = Math.round(services.clock.monotonicMs() - startedMs)
  return settlementOf(tools.queue, held, end, { startedAt, durationMs })
}

async function send(tools: Tools, held: ClaimedMessage, signal: AbortSignal): Promise<End | null> {
  const { services, channels } = tools
  try {
    // Read right before sending, so an alert acknowledged meanwhile is not sent.
    const [{ way }, page] = await Promise.all([
      tools.readWay(held),
      held.pageId === null ? null : tools.readPage(held.id),
    ])
    if (way === null) return null
    if (way.subscriber !== null) {
      const { previousReceipt } = way
      const sending = { services, deliveryId: held.id, previousReceipt, signal }
      return await sendToSubscriber(channels, way.subscriber, held, sending)
    }
    const message = held.pageId === null ? messageOf(services, held, way) : page
    if (message === null) return { kind: "needless", finding: nothingLeft }
    const whole = await withFiles(services, message)
    return await hand(channels, services, held, way, localize(whole, way), signal)
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof SealError) {
      await noteUnreadable(services)
      return dead({ code: "stored_address_unreadable", parameters: {} })
    }
    services.log.error({ err: error, delivery: held.id }, "a delivery could not be sent")
    return failed({ finding: { code: "internal_error", parameters: {} } })
  }
}

/** Read for each attempt, so that the outbox holds no rows. */
async function withFiles(services: Services, message: Message): Promise<Message> {
  if (message.kind !== "notice" || message.attachments === undefined) return message
  return { ...message, files: await attachRows(services, message.attachments) }
}

/** The message in the recipient's language and for their time zone; English and UTC are their absence. */
function localize(given: Message, way: Way): Message {
  const message = way.timeZone === "UTC" ? given : { ...given, timeZone: way.timeZone }
  const language = messageLanguages.find((one) => one === way.language)
  return language === undefined || language === "en" ? message : { ...message, language }
}

async function hand(
  channels: Senders,
  services: Services,
  held: ClaimedMessage,
  { channel, accountAddress, previousReceipt }: Way,
  message: Message,
  signal: AbortSignal,
): Promise<End> {
  const sending = { services, deliveryId: held.id, previousReceipt, signal }
  if (channel === null) {
    const address = accountAddress ?? openMail(services.vault, held.payload)?.address ?? null
    if (address === null) return dead({ code: "channel_deleted", parameters: {} })
    return channels.email.send({ address }, message, sending)
  }
  if (!channel.enabled) return dead({ code: "channel_off", parameters: {} })
  if (!channel.isVerified && !own.includes(held.event)) {
    return dead({ code: "channel_unverified", parameters: {} })
  }
  const config = openConfig(services.vault, channel)
  return sendToChannel(channels, { kind: channel.kind, config }, message, sending)
}

const nothingLeft: Finding = { code: "nothing_left_to_send", parameters: {} }

/** A sender that ignores the abort signal is abandoned. */
async function beforeDeadline(
  deadlineMs: number,
  work: (signal: AbortSignal) => Promise<End | null>,
): Promise<End | null> {
  const leave = new AbortController()
  const late = Promise.withResolvers<End>()
  const timer = setTimeout(() => {
    const parameters = { isConnected: true, seconds: deadlineMs / 1000 }
    late.resolve({ kind: "late", finding: { code: "post_timed_out", parameters } })
    leave.abort()
  }, deadlineMs)
  try {
    return await Promise.race([work(leave.signal), late.promise])
  } catch (error) {
    if (leave.signal.aborted) return await late.promise
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function settlementOf(
  queue: MessageQueue,
  { id, token, channelId, tries }: ClaimedMessage,
  end: End,
  times: { startedAt: Date; durationMs: number },
): MessageSettlement {
  const nothing = { pause: null, receipt: null, isConfirmed: false, isWayLost: false }
  const base = { id, token, channelId, ...nothing }
  if (end.kind === "needless") {
    return { ...base, state: "cancelled", finding: end.finding, attempt: null }
  }
  const status = "status" in end ? end.status : null
  const unread = { responseHeaders: null, responseBody: null }
  const attempt = { ...times, outcome: outcomeOf(end), status, ...unread }
  if (end.kind === "accepted") {
    const { receipt, isConfirmed } = end
    return { ...base, state: "delivered", receipt, isConfirmed, finding: null, attempt }
  }
  const asked = end.kind === "retry" ? end.afterSeconds : null
  const next =
    end.kind === "dead" ? { state: end.kind, pause: null } : afterFailure(queue, tries, asked)
  const isWayLost =
    next.pause === null ||
    tries + 1 === failuresBeforeForward ||
    (asked ?? 0) > longestPatienceSeconds
  return { ...base, ...next, finding: end.finding, attempt, isWayLost }
}

function outcomeOf(end: Exclude<End, { kind: "needless" }>): AttemptOutcome {
  if (end.kind === "accepted") return "accepted"
  if (end.kind === "late") return "timed_out"
  return end.status === null ? "failed" : "rejected"
}

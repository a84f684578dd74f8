import type { AttemptOutcome } from "../../../prisma/generated/enums.ts"
import { openConfig } from "../../graphql/channel/config.ts"
import { failuresOfLostWay } from "../../graphql/delivery/forward.ts"
import { openMail } from "../../graphql/delivery/sealed-mail.ts"
import { pauseAfter, schedules } from "../../graphql/delivery/schedule.ts"
import type { Services } from "../../services.ts"
import type { Message, Outcome, PageMessage } from "../channels/channel.ts"
import type { Channels } from "../channels/channels.ts"
import { sendToSubscriber } from "../subscriber/send.ts"
import type { Held, Lane } from "./claim.ts"
import { messageOf } from "./message.ts"
import type { Way } from "./read-way.ts"
import type { Verdict } from "./settle.ts"

export type Tools = {
  services: Services
  lane: Lane
  channels: Channels
  readWay(held: Held): Promise<{ way: Way | null }>
  readPage(deliveryId: string): Promise<PageMessage | null>
  settle(verdict: Verdict): Promise<boolean>
  /** For all of it together: reading, connecting, sending. */
  deadlineMs: number
}

/** An outcome, or that nothing was tried. */
type End = Outcome | { kind: "late"; error: string } | { kind: "needless"; why: string }

/** The own events of a channel reach it before it is verified. */
const own = ["channel.code", "channel.test"]
/** A way whose provider asks for more than this is not waited for. */
const longestPatienceSeconds = 30

/** Sends a delivery once and has it written down; false where it was another's by then. */
export async function attempt(tools: Tools, held: Held): Promise<boolean> {
  const { services, settle } = tools
  const startedAt = services.clock.now()
  const startedMs = services.clock.monotonicMs()
  const end = await beforeDeadline(tools.deadlineMs, (signal) => send(tools, held, signal))
  if (end === null) return false
  const durationMs = Math.round(services.clock.monotonicMs() - startedMs)
  return settle(verdictOf(tools.lane, held, end, { startedAt, durationMs }))
}

async function send(tools: Tools, held: Held, signal: AbortSignal): Promise<End | null> {
  const { services, channels } = tools
  try {
    // Right before, so that nobody is woken for what was acknowledged until now.
    const [{ way }, page] = await Promise.all([
      tools.readWay(held),
      held.pageId === null ? null : tools.readPage(held.id),
    ])
    if (way === null) return null
    if (way.subscriber !== null) {
      const sending = { services, deliveryId: held.id, previousReceipt: null, signal }
      return await sendToSubscriber(channels, way.subscriber, held, sending)
    }
    const message = held.pageId === null ? messageOf(services, held, way) : page
    if (message === null) return { kind: "needless", why: "There is nothing left to tell." }
    return await hand(channels, services, held, way, message, signal)
  } catch (error) {
    if (signal.aborted) throw error
    services.log.error({ err: error, delivery: held.id }, "a delivery could not be sent")
    const words = "A fault of this installation; its log tells more."
    return { kind: "retry", afterSeconds: null, status: null, error: words }
  }
}

async function hand(
  channels: Channels,
  services: Services,
  held: Held,
  { channel, accountAddress, previousReceipt }: Way,
  message: Message,
  signal: AbortSignal,
): Promise<End> {
  const sending = { services, deliveryId: held.id, previousReceipt, signal }
  if (channel === null) {
    const address = accountAddress ?? openMail(services.vault, held.payload)?.address ?? null
    if (address === null) return dead("The channel was deleted.")
    return channels.email.send({ address }, message, sending)
  }
  if (!channel.enabled) return dead("The channel is switched off.")
  if (!channel.isVerified && !own.includes(held.event)) return dead("The channel is not verified.")
  return channels[channel.kind].send(openConfig(services.vault, channel), message, sending)
}

const dead = (error: string): Outcome => ({ kind: "dead", status: null, error })

/** A sender that does not end by itself is left behind. */
async function beforeDeadline(
  deadlineMs: number,
  work: (signal: AbortSignal) => Promise<End | null>,
): Promise<End | null> {
  const leave = new AbortController()
  const late = Promise.withResolvers<End>()
  const timer = setTimeout(() => {
    late.resolve({ kind: "late", error: `No answer came within ${deadlineMs / 1000} s.` })
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

function verdictOf(
  lane: Lane,
  { id, token, channelId, tries }: Held,
  end: End,
  times: { startedAt: Date; durationMs: number },
): Verdict {
  const nothing = { pause: null, receipt: null, isFinal: false, isWayLost: false }
  const base = { id, token, channelId, ...nothing }
  if (end.kind === "needless") {
    return { ...base, state: "cancelled", error: end.why, attempt: null }
  }
  const status = "status" in end ? end.status : null
  const attempt = { ...times, outcome: outcomeOf(end), status }
  if (end.kind === "delivered") {
    const { receipt, isFinal } = end
    return { ...base, state: "delivered", receipt, isFinal, error: null, attempt }
  }
  const asked = end.kind === "retry" ? end.afterSeconds : null
  const pause = end.kind === "dead" ? null : pauseAfter(schedules[lane], tries + 1, asked)
  const isWayLost =
    pause === null || tries + 1 === failuresOfLostWay || (asked ?? 0) > longestPatienceSeconds
  const state = pause === null ? ("dead" as const) : ("pending" as const)
  return { ...base, state, pause, error: end.error, attempt, isWayLost }
}

function outcomeOf(end: Exclude<End, { kind: "needless" }>): AttemptOutcome {
  if (end.kind === "delivered") return "accepted"
  if (end.kind === "late") return "timed_out"
  return end.status === null ? "failed" : "rejected"
}

import { createBatcher } from "../../platform/batch.ts"
import type { Services } from "../../platform/services.ts"
import type { Senders } from "../../channels/senders.ts"
import { leaseSeconds, renewLeases } from "../engine/lease.ts"
import { createSlots } from "../engine/slots.ts"
import type { Queue } from "../engine/start-queue.ts"
import { createSettledAnnouncer } from "./announce-settled.ts"
import { attemptMessage } from "./attempt-message.ts"
import { claimMessages, type ClaimedMessage, type MessageQueue } from "./claim-messages.ts"
import type { ReadPages } from "./message-text.ts"
import { readWays } from "./read-target.ts"
import { settleMessages, type MessageSettlement } from "./settle-messages.ts"

/** Slots of each queue, and of one kind of channel in it: a provider that hangs cannot take those of others. */
const slots = 256
const slotsOfKind = 64
/** Concurrent deliveries per target, across all workers. */
const perTarget = 2
/** Well below the lease time, including settling. */
const usualDeadlineMs = 15_000

export const messageSlots = () =>
  createSlots({
    sizes: { all: slots },
    // Without a channel (account mail), only the kind is known.
    placeOf: ({ kind, channelId }: Pick<ClaimedMessage, "kind" | "channelId">) => ({
      pool: "all" as const,
      share: kind,
      target: channelId ?? kind,
    }),
    crowdedAt: { share: slotsOfKind, target: perTarget },
  })

type Options = { channels: Senders; readPages: ReadPages; deadlineMs?: number }

/** Pages, or notices: over channels, most urgent first. A channel that fails hands over to the next of its page. */
export function messageQueue(
  services: Services,
  queue: MessageQueue,
  { channels, readPages, deadlineMs = usualDeadlineMs }: Options,
): Queue<ClaimedMessage, MessageSettlement> {
  const { pool } = services.database
  const taken = messageSlots()
  const announce = createSettledAnnouncer(services)
  const tools = {
    services,
    queue,
    channels,
    deadlineMs,
    readWay: createBatcher((claimed: ClaimedMessage[]) => readWays(pool, claimed)),
    readPage: createBatcher((deliveryIds: string[]) => readPages(services, deliveryIds)),
  }
  return {
    name: queue,
    slots: taken,
    leaseSeconds,
    claim: () => claimMessages(pool, queue, taken.of("all"), { slotsOfKind, perTarget }),
    attempt: (message) => attemptMessage(tools, message),
    settle: (settlements) => settleMessages(services, settlements, announce),
    renew: (messages) => renewLeases(pool, messages),
  }
}

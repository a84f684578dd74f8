import type { Finding } from "../../findings/finding.ts"
import { parseMessage, type Message, type Payload, type Topic } from "../topics.ts"

/**
 * Nudges between processes, delivered at most once. Subscribers must also read the database on a `gap`, which is
 * raised after a reconnect, every second while disconnected, and after another process failed to publish.
 */
export type Bus = {
  /** Never throws and never waits long: a lost nudge only costs latency. */
  publish(messages: Message[]): Promise<void>
  subscribe<T extends Topic>(topic: T, listener: (payload: Payload<T>) => void): () => void
  onGap(listener: () => void): () => void
  isUp(): boolean
  /** Null if the server responds within two seconds; else reconnects and says why. */
  ping(): Promise<Finding | null>
  close(): Promise<void>
}

/** Interval of pings, which detect a connection that hangs rather than closes. */
export const pingEveryMs = 5000
export const pingTimeoutMs = 2000

const gapWord = "gap"

/**
 * Announces a gap after a failed publish. Other processes may have reconnected earlier than this one, and would
 * otherwise not know that they missed a message.
 */
export function createGapAnnouncer(publish: (batch: string) => Promise<unknown>) {
  let isDue = false
  return {
    publishFailed(): void {
      isDue = true
    },
    /** Call when the connection may be back. */
    async announce(): Promise<void> {
      if (!isDue) return
      isDue = false
      await publish(JSON.stringify([gapWord])).catch(() => {
        isDue = true
      })
    },
  }
}

/** Subscriptions, shared by both kinds of bus. */
export function createListeners() {
  const byTopic = new Map<Topic, Set<(payload: never) => void>>()
  const gaps = new Set<() => void>()
  let gapTimer: NodeJS.Timeout | null = null
  const isSubscribed = (value: unknown): boolean =>
    typeof value === "object" &&
    value !== null &&
    "topic" in value &&
    (byTopic.get(value.topic as Topic)?.size ?? 0) > 0
  const gap = () => {
    for (const listener of gaps) listener()
  }
  return {
    subscribe<T extends Topic>(topic: T, listener: (payload: Payload<T>) => void): () => void {
      const set = byTopic.get(topic) ?? new Set()
      byTopic.set(topic, set)
      set.add(listener)
      return () => set.delete(listener)
    },
    onGap(listener: () => void): () => void {
      gaps.add(listener)
      return () => gaps.delete(listener)
    },
    /** Dispatches a batch. Topics without subscribers are not parsed: a process receives its own messages too. */
    receive(text: string): void {
      for (const value of readBatch(text)) {
        if (value === gapWord) gap()
        if (!isSubscribed(value)) continue
        const message = parseMessage(value)
        if (message === null) continue
        for (const listener of byTopic.get(message.topic) ?? []) {
          listener(message.payload as never)
        }
      }
    },
    disconnected(): void {
      gapTimer ??= setInterval(gap, 1000).unref()
    },
    reconnected(): void {
      if (gapTimer === null) return
      clearInterval(gapTimer)
      gapTimer = null
      gap()
    },
    clear(): void {
      if (gapTimer !== null) clearInterval(gapTimer)
      byTopic.clear()
      gaps.clear()
    },
  }
}

function readBatch(text: string): unknown[] {
  try {
    const values: unknown = JSON.parse(text)
    return Array.isArray(values) ? values : []
  } catch {
    // Another program publishes on this channel.
    return []
  }
}

import type { Message, Payload, Topic } from "../topics.ts"
import { parseMessage } from "../topics.ts"

/**
 * Nudges between processes. Delivery is best effort: whoever listens also reads the database after a
 * `gap`, which comes when the line returns and every second while it is away.
 */
export type Bus = {
  /** Never throws and never waits long: a lost nudge costs latency only. */
  publish(messages: Message[]): Promise<void>
  subscribe<T extends Topic>(topic: T, listener: (payload: Payload<T>) => void): () => void
  onGap(listener: () => void): () => void
  isUp(): boolean
  close(): Promise<void>
}

/** The registry that both kinds of bus share. */
export function createListeners() {
  const byTopic = new Map<Topic, Set<(payload: never) => void>>()
  const gaps = new Set<() => void>()
  let away: NodeJS.Timeout | null = null
  const isHeard = (value: unknown): boolean =>
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
    /** A batch as it came over the line. What nobody here listens to is not even read: a prober hears its own. */
    receive(text: string): void {
      for (const value of readBatch(text)) {
        if (!isHeard(value)) continue
        const message = parseMessage(value)
        if (message === null) continue
        for (const listener of byTopic.get(message.topic) ?? []) {
          listener(message.payload as never)
        }
      }
    },
    lineLost(): void {
      away ??= setInterval(gap, 1000).unref()
    },
    lineBack(): void {
      if (away === null) return
      clearInterval(away)
      away = null
      gap()
    },
    clear(): void {
      if (away !== null) clearInterval(away)
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
    // Not ours: somebody else speaks on this channel.
    return []
  }
}

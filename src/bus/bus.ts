import type { Message, Payload, Topic } from "../topics.ts"

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
    deliver(message: Message): void {
      for (const listener of byTopic.get(message.topic) ?? []) listener(message.payload as never)
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

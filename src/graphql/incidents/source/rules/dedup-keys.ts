import type { SenderEvent } from "../../../../senders/sender-event.ts"

/** Within it, the same bytes without a key are one event that was sent again. */
const windowMs = 10 * 60_000

type Digest = (text: string) => string

/** An event with the keys that an open alert of it may have; the first one is that of a new alert. */
export type KeyedEvent = { event: SenderEvent; keys: string[] }

/**
 * A trigger without a key is an alert of its own. Its key follows from what was sent and when, so that a sender that
 * got no answer and sends it again does not raise two.
 *
 * @param digest of text, as hexadecimal digits.
 */
export function keyEvents(
  events: readonly SenderEvent[],
  sent: string,
  now: Date,
  digest: Digest,
): KeyedEvent[] {
  const window = Math.floor(now.getTime() / windowMs)
  return events.map((event, at): KeyedEvent => {
    if (event.action === "change") return { event, keys: [] }
    if (event.dedupKey !== null) return { event, keys: [event.dedupKey] }
    return {
      event,
      keys: [window, window - 1].map((one) => digest(`${one} ${at} ${sent}`).slice(0, 32)),
    }
  })
}

/** Runs of events of which no two share a key, in order: each is decided by what those before it changed. */
export function roundsOf(events: readonly KeyedEvent[]): KeyedEvent[][] {
  const rounds: KeyedEvent[][] = []
  let taken = new Set<string>()
  for (const one of events) {
    if (rounds.length === 0 || one.keys.some((key) => taken.has(key))) {
      rounds.push([])
      taken = new Set()
    }
    for (const key of one.keys) taken.add(key)
    rounds.at(-1)?.push(one)
  }
  return rounds
}

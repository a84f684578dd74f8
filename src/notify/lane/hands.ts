import type { Held, Room } from "./claim.ts"

/** Of each kind of channel, so that a provider that never answers keeps none of another's. */
export const ofKind = 64
const mostInFlight = 256

/** What a lane is sending at this moment, and what it has room for. */
export function createHands() {
  const held = new Set<Held>()
  const kinds = new Map<string, number>()
  const addresses = new Map<string, number>()

  return {
    room: (): Room => ({
      all: mostInFlight - held.size,
      kinds: Object.fromEntries([...kinds].map(([kind, count]) => [kind, ofKind - count])),
    }),
    take(one: Held): void {
      held.add(one)
      count(kinds, one.kind, 1)
      count(addresses, addressOf(one), 1)
    },
    free(one: Held): void {
      held.delete(one)
      count(kinds, one.kind, -1)
      count(addresses, addressOf(one), -1)
    },
    /** Whether more may be due that only waits for what is in flight beside this. */
    isCrowded: (one: Held): boolean =>
      held.size >= mostInFlight ||
      (kinds.get(one.kind) ?? 0) >= ofKind ||
      (addresses.get(addressOf(one)) ?? 0) > 1,
  }
}

/** Of an account, or a mail to whoever has none, no more than the kind is known. */
const addressOf = ({ channelId, kind }: Held): string => channelId ?? kind

function count(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const now = (counts.get(key) ?? 0) + by
  if (now === 0) counts.delete(key)
  else counts.set(key, now)
}

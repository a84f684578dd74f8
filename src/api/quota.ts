import type { Actor } from "../graphql/access.ts"

/** How many of something one holder may have open at once. */
export function createQuota(most: number) {
  const held = new Map<string, number>()
  return {
    /** A release to call once, or null where the holder has as many as it may. */
    take(holder: string): (() => void) | null {
      const count = held.get(holder) ?? 0
      if (count >= most) return null
      held.set(holder, count + 1)
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        const left = (held.get(holder) ?? 1) - 1
        if (left === 0) held.delete(holder)
        else held.set(holder, left)
      }
    },
  }
}

/** One person or key, however many sessions it has. */
export const holderOf = (actor: Actor): string =>
  actor.kind === "user"
    ? `user:${actor.userId}`
    : actor.kind === "key"
      ? `key:${actor.keyId}`
      : actor.kind

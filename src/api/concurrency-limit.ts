import type { Actor } from "../graphql/kernel/access.ts"

/** Limits how many of something one holder may have open at once. */
export function createConcurrencyLimit(most: number) {
  const held = new Map<string, number>()
  return {
    /** @returns the release function, to be called once, or null if the holder is at the limit. */
    acquire(holder: string): (() => void) | null {
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

/** The holder: one person or key, across all of its sessions. */
export const holderOf = (actor: Actor): string =>
  actor.kind === "user"
    ? `user:${actor.userId}`
    : actor.kind === "key"
      ? `key:${actor.keyId}`
      : actor.kind

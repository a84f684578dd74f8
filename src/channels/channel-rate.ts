/** A channel accepts one message per second; sends that would wait longer than this are retried later. */
const spacingMs = 1000
const longestWaitMs = 4000

/**
 * Spaces this process's messages to one channel a second apart, by delaying sends instead of refusing them. Other
 * processes may send to it too; then the provider returns when to retry.
 * @returns a function that reserves the channel's next slot: how long to wait, or `isLater` if none was reserved.
 */
export function createChannelRateLimiter() {
  const freeAt = new Map<string, number>()
  return (channelId: string, nowMs: number): { waitMs: number; isLater: boolean } => {
    for (const [one, at] of freeAt) {
      // In the order of use, so that the first one in use ends the walk.
      if (at > nowMs) break
      freeAt.delete(one)
    }
    const at = Math.max(nowMs, freeAt.get(channelId) ?? nowMs)
    const waitMs = at - nowMs
    if (waitMs > longestWaitMs) return { waitMs, isLater: true }
    freeAt.delete(channelId)
    freeAt.set(channelId, at + spacingMs)
    return { waitMs, isLater: false }
  }
}

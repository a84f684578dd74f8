/** A room takes one message a second; what would wait for longer than this comes again later. */
const spacingMs = 1000
const longestWaitMs = 4000

/**
 * Keeps the messages of a process to one room a second apart. Other processes may send to it too: then the
 * provider says when to come again.
 *
 * @returns a function that takes the room's next place: how long to wait for it, or `isLater` where none was taken.
 */
export function createRoomPace() {
  const freeAt = new Map<string, number>()
  return (room: string, nowMs: number): { waitMs: number; isLater: boolean } => {
    for (const [one, at] of freeAt) {
      // In the order of use, so that the first one in use ends the walk.
      if (at > nowMs) break
      freeAt.delete(one)
    }
    const at = Math.max(nowMs, freeAt.get(room) ?? nowMs)
    const waitMs = at - nowMs
    if (waitMs > longestWaitMs) return { waitMs, isLater: true }
    freeAt.delete(room)
    freeAt.set(room, at + spacingMs)
    return { waitMs, isLater: false }
  }
}

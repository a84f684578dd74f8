/**
 * Counts calls by key in windows of fixed length, in this process. It remembers at most `maxKeys` keys: beyond
 * that the one seen first is forgotten, which lets it through a little more.
 *
 * @returns a function that counts a call and answers how many milliseconds it has to wait; 0 for none.
 */
export function createPace(calls: number, windowMs: number, maxKeys: number) {
  const windows = new Map<string, { endsAtMs: number; count: number }>()
  return (key: string, nowMs: number): number => {
    const open = windows.get(key)
    if (open !== undefined && open.endsAtMs > nowMs) {
      open.count += 1
      return open.count > calls ? open.endsAtMs - nowMs : 0
    }
    windows.delete(key)
    const oldest = windows.size >= maxKeys ? windows.keys().next().value : undefined
    if (oldest !== undefined) windows.delete(oldest)
    windows.set(key, { endsAtMs: nowMs + windowMs, count: 1 })
    return 0
  }
}

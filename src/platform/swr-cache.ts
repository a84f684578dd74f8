import { LRUCache } from "lru-cache"
import type { Services } from "./services.ts"

type Options<T> = {
  read(key: string): Promise<T>
  /** Up to this age a value is returned as is. */
  freshMs: number
  /** Up to this age a value is returned while it is reloaded; above, callers wait for the reload. */
  staleMs: number
  /** Up to this age a value is returned if reloading fails or hangs; 0 by default. */
  keptMs?: number
  /** Above this number the least recently used key is dropped. */
  maxKeys: number
}

type Entry<T> = { atMs: number; value: T; restsUntilMs: number }

/** How long a hanging reload may delay a caller that can get a kept value. */
const patienceMs = 1000

/**
 * Stale-while-revalidate cache; concurrent readers share one load. The `fetch` of `lru-cache` limits neither the age
 * of a stale value nor how long a reload that hangs delays its callers.
 */
export function createSwrCache<T>(
  { clock, log }: Pick<Services, "clock" | "log">,
  { read, freshMs, staleMs, keptMs = 0, maxKeys }: Options<T>,
): (key: string) => Promise<T> {
  const known = new LRUCache<string, Entry<T>>({ max: maxKeys })
  const reading = new Map<string, Promise<T>>()

  async function reload(key: string): Promise<T> {
    const atMs = clock.monotonicMs()
    try {
      const value = await read(key)
      known.set(key, { atMs, value, restsUntilMs: atMs + freshMs })
      return value
    } finally {
      reading.delete(key)
    }
  }

  const warn = (err: unknown) => log.warn({ err }, "could not refresh a cached value")

  async function orKept(fresh: Promise<T>, entry: Entry<T>): Promise<T> {
    const late = Promise.withResolvers<T>()
    const timer = setTimeout(() => late.resolve(entry.value), patienceMs)
    try {
      return await Promise.race([fresh, late.promise])
    } catch (err) {
      warn(err)
      return entry.value
    } finally {
      clearTimeout(timer)
      entry.restsUntilMs = clock.monotonicMs() + freshMs
    }
  }

  return async (key) => {
    const entry = known.get(key)
    const nowMs = clock.monotonicMs()
    if (entry !== undefined && nowMs < entry.restsUntilMs) return entry.value
    const fresh = reading.get(key) ?? reload(key)
    reading.set(key, fresh)
    const ageMs = entry === undefined ? Infinity : nowMs - entry.atMs
    if (entry === undefined || ageMs >= Math.max(staleMs, keptMs)) return fresh
    if (ageMs >= staleMs) return orKept(fresh, entry)
    fresh.catch(warn)
    return entry.value
  }
}

import type { Services } from "../services.ts"

type Options<T> = {
  read(key: string): Promise<T>
  /** Younger than this, an answer is given as it is. */
  freshMs: number
  /** Younger than this, it is given while it is read anew; older, it is waited for. */
  staleMs: number
  /** Younger than this, it is given also where reading fails or hangs; never where absent. */
  keptMs?: number
  /** Beyond so many, the one read longest ago is forgotten. */
  maxKeys: number
}

type Entry<T> = { atMs: number; value: T; restsUntilMs: number }

/** So long what hangs may hold up an answer that is kept. */
const patienceMs = 1000

/** What is dear to read and may be a little old: read once for all who ask, and seldom waited for. */
export function createLately<T>(
  { clock, log }: Pick<Services, "clock" | "log">,
  { read, freshMs, staleMs, keptMs = 0, maxKeys }: Options<T>,
): (key: string) => Promise<T> {
  const known = new Map<string, Entry<T>>()
  const reading = new Map<string, Promise<T>>()

  async function readAnew(key: string): Promise<T> {
    const atMs = clock.monotonicMs()
    try {
      const value = await read(key)
      known.delete(key)
      known.set(key, { atMs, value, restsUntilMs: atMs + freshMs })
      const oldest = known.size > maxKeys ? known.keys().next().value : undefined
      if (oldest !== undefined) known.delete(oldest)
      return value
    } finally {
      reading.delete(key)
    }
  }

  const warn = (err: unknown) =>
    log.warn({ err }, "what was read a while ago could not be read anew")

  async function orKept(anew: Promise<T>, entry: Entry<T>): Promise<T> {
    const late = Promise.withResolvers<T>()
    const timer = setTimeout(() => late.resolve(entry.value), patienceMs)
    try {
      return await Promise.race([anew, late.promise])
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
    const anew = reading.get(key) ?? readAnew(key)
    reading.set(key, anew)
    const ageMs = entry === undefined ? Infinity : nowMs - entry.atMs
    if (entry === undefined || ageMs >= Math.max(staleMs, keptMs)) return anew
    if (ageMs >= staleMs) return orKept(anew, entry)
    anew.catch(warn)
    return entry.value
  }
}

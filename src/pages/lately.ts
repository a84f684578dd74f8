import type { Services } from "../services.ts"

type Options<T> = {
  read(key: string): Promise<T>
  /** Younger than this, an answer is given as it is. */
  freshMs: number
  /** Younger than this, it is given while it is read anew; older, it is waited for. */
  staleMs: number
  /** Beyond so many, the one read longest ago is forgotten. */
  maxKeys: number
}

/** What is dear to read and may be a little old: read once for all who ask, and seldom waited for. */
export function createLately<T>(
  { clock, log }: Pick<Services, "clock" | "log">,
  { read, freshMs, staleMs, maxKeys }: Options<T>,
): (key: string) => Promise<T> {
  const known = new Map<string, { atMs: number; value: T }>()
  const reading = new Map<string, Promise<T>>()

  async function readAnew(key: string): Promise<T> {
    const atMs = clock.monotonicMs()
    try {
      const value = await read(key)
      known.delete(key)
      known.set(key, { atMs, value })
      const oldest = known.size > maxKeys ? known.keys().next().value : undefined
      if (oldest !== undefined) known.delete(oldest)
      return value
    } finally {
      reading.delete(key)
    }
  }

  return async (key) => {
    const entry = known.get(key)
    const ageMs = entry === undefined ? Infinity : clock.monotonicMs() - entry.atMs
    if (entry !== undefined && ageMs < freshMs) return entry.value
    const anew = reading.get(key) ?? readAnew(key)
    reading.set(key, anew)
    if (entry === undefined || ageMs >= staleMs) return anew
    anew.catch((err: unknown) =>
      log.warn({ err }, "what was read a while ago could not be read anew"),
    )
    return entry.value
  }
}

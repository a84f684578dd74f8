import type { Services } from "../platform/services.ts"

type Readiness = { status: "ok" } | { status: "draining" | "unavailable"; detail: string }

const freshMs = 500
const patienceMs = 1000

/**
 * Whether this process should get requests: it is not about to stop, and its database responds. Asks the database
 * once for all callers, at most twice a second.
 */
export function createReadiness(
  { clock, database }: Pick<Services, "clock" | "database">,
  draining: AbortSignal,
): () => Promise<Readiness> {
  let last: { atMs: number; answer: Promise<boolean> } | null = null

  function isAnswering(): Promise<boolean> {
    const nowMs = clock.monotonicMs()
    if (last === null || nowMs - last.atMs >= freshMs) {
      const asked = database.pool.query("select 1").then(
        () => true,
        () => false,
      )
      last = { atMs: nowMs, answer: Promise.race([asked, after(patienceMs)]) }
    }
    return last.answer
  }

  return async () => {
    if (draining.aborted) {
      return { status: "draining", detail: "This process is about to stop. Use another one." }
    }
    if (await isAnswering()) return { status: "ok" }
    return { status: "unavailable", detail: "The database did not respond within a second." }
  }
}

const after = (ms: number): Promise<false> =>
  new Promise((resolve) => setTimeout(() => resolve(false), ms).unref())

import { setTimeout as sleep } from "node:timers/promises"
import type pg from "pg"
import type { Clock } from "../clock.ts"
import type { Log } from "../log.ts"
import { createCountingLease, type Lease } from "./counting-lease.ts"
import {
  monthOf,
  refusedBy,
  type Allowance,
  type Meter,
  type Reading,
  type SharedMeter,
} from "./meter.ts"

/** Interval of storing what was counted in memory; a crash may lose as much. */
const storeMs = 250
/** Interval of asking whether the process that counted alone has stopped. */
const askAgainMs = 25

/** A project's usage in its open window, in PostgreSQL's time. */
type Entry = {
  minuteUsed: number
  windowEndsMs: number
  monthUsed: number
  monthEndsMs: number
  /** Requests not stored yet. */
  added: number
}

type Needs = { pool: pg.Pool; clock: Clock; log: Log }

/**
 * Counts in memory while no other process counts, and stores the counts in the background; with several processes
 * each request is counted in the shared meter. A project's first request in a window, and any that would exceed a
 * limit, are always counted there.
 */
export function createLocalMeter({ pool, clock, log }: Needs, stored: SharedMeter): Meter {
  const asker = createCountingLease(pool, clock)
  const entries = new Map<string, Entry>()
  const loading = new Map<string, Promise<Reading>>()
  let lease: Lease | null = null
  /** The term that the entries are of. */
  let term: number | null = null
  /** What is being asked or released, one statement at a time. */
  let turn: Promise<void> | null = null
  let storing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null
  let isActive = false

  const nowMs = () => clock.monotonicMs() + (lease?.aheadMs ?? 0)
  const current = (projectId: string): Entry | null => {
    const entry = entries.get(projectId)
    const now = nowMs()
    return entry !== undefined && now < entry.windowEndsMs && now < entry.monthEndsMs ? entry : null
  }

  async function mode(): Promise<Lease["mode"]> {
    isActive = true
    for (;;) {
      if (lease !== null && clock.monotonicMs() < lease.endsAtMs) return lease.mode
      await inTurn(renew)
    }
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    turn ??= work().finally(() => {
      turn = null
    })
    return turn
  }

  async function renew(): Promise<void> {
    for (;;) {
      const asked = await asker.ask()
      if (asked.mode === "together" || asked.term !== term) {
        lease = null
        term = null
        await store()
        entries.clear()
      }
      if (asked.isAwaited) await asker.release()
      if (asked.waitMs === 0) {
        lease = asked
        if (asked.mode === "alone") {
          term = asked.term
          timer ??= setInterval(() => void tick(), storeMs).unref()
        }
        return
      }
      await sleep(Math.min(asked.waitMs, askAgainMs))
    }
  }

  /** Lets other processes count. */
  async function release(): Promise<void> {
    lease = null
    await store()
    await asker.release()
  }

  /** Waits for what is being stored, so that everything counted so far is stored when it resolves. */
  function store(): Promise<void> {
    storing = storing.then(storeNow, storeNow)
    return storing
  }

  async function storeNow(): Promise<void> {
    const added = new Map<string, number>()
    for (const [projectId, entry] of entries) {
      if (entry.added > 0) added.set(projectId, entry.added)
      else if (current(projectId) === null) entries.delete(projectId)
      entry.added = 0
    }
    if (added.size === 0) return
    try {
      await stored.add(added)
    } catch (error) {
      for (const [projectId, count] of added) {
        const entry = entries.get(projectId)
        if (entry !== undefined) entry.added += count
      }
      throw error
    }
  }

  let isTicking = false
  async function tick(): Promise<void> {
    if (isTicking) return
    isTicking = true
    try {
      if (isActive) {
        isActive = false
        await store()
        await inTurn(renew)
      } else {
        await inTurn(release)
        if (!isActive) stopTimer()
      }
    } catch (err) {
      log.warn({ err }, "could not store request counts; trying again")
      isActive = true
    }
    isTicking = false
  }

  function stopTimer(): void {
    if (timer !== null) clearInterval(timer)
    timer = null
  }

  /** Counts in the shared meter and continues from there in memory. */
  async function load(projectId: string, allowance: Allowance): Promise<Reading> {
    if ((entries.get(projectId)?.added ?? 0) > 0) await store()
    entries.delete(projectId)
    const loadedIn = term
    const reading = await stored.count(projectId, allowance)
    if (reading.refusedBy === null && loadedIn !== null && loadedIn === term) {
      entries.set(projectId, entryOf(reading))
    }
    return reading
  }

  function loadOnce(projectId: string, allowance: Allowance): Promise<Reading> {
    const loaded = load(projectId, allowance).finally(() => loading.delete(projectId))
    loading.set(projectId, loaded)
    return loaded
  }

  async function count(projectId: string, allowance: Allowance): Promise<Reading> {
    for (;;) {
      if ((await mode()) === "together") return stored.count(projectId, allowance)
      const entry = current(projectId)
      if (entry !== null && refusedBy(allowance, entry.minuteUsed, entry.monthUsed) === null) {
        entry.minuteUsed += 1
        entry.monthUsed += 1
        entry.added += 1
        return readingOf(entry, null, nowMs())
      }
      const earlier = loading.get(projectId)
      if (earlier === undefined) return loadOnce(projectId, allowance)
      const reading = await earlier
      if (reading.refusedBy !== null) return reading
    }
  }

  return {
    count,
    async read(projectId, allowance) {
      const isAlone = (await mode()) === "alone"
      const entry = isAlone ? current(projectId) : null
      if (entry !== null) {
        const refused = refusedBy(allowance, entry.minuteUsed, entry.monthUsed)
        return readingOf(entry, refused, nowMs())
      }
      await store()
      return stored.read(projectId, allowance)
    },
    async close() {
      stopTimer()
      await turn?.catch(() => undefined)
      if (term !== null) {
        await inTurn(release).catch((err: unknown) =>
          log.warn({ err }, "could not store request counts"),
        )
      }
      await stored.close()
    },
  }
}

const entryOf = ({ now, minuteUsed, minuteEndsInMs, monthUsed }: Reading): Entry => ({
  minuteUsed,
  windowEndsMs: now.getTime() + minuteEndsInMs,
  monthUsed,
  monthEndsMs: monthOf(now).endsAt.getTime(),
  added: 0,
})

const readingOf = (
  { minuteUsed, windowEndsMs, monthUsed }: Entry,
  refused: Reading["refusedBy"],
  nowMs: number,
): Reading => ({
  refusedBy: refused,
  minuteUsed,
  minuteEndsInMs: windowEndsMs - nowMs,
  monthUsed,
  now: new Date(nowMs),
})

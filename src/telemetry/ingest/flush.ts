import { mkdir, rename, rm } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { Finding } from "../../findings/finding.ts"
import { serviceFault } from "../../platform/name-fault.ts"
import type { Log } from "../../platform/log.ts"
import { columns, headColumn } from "../otlp/tables.ts"
import { type Store, StoreRefusal } from "../store/store.ts"
import type { Segment } from "./segment.ts"
import type { Spool } from "./spool.ts"

const firstPauseMs = 100
const longestPauseMs = 5000

/** ClickHouse's codes for rows that it will never be able to read. */
const unreadable = new Set([6, 27, 32, 33, 117])

/** Inserts the rows of a segment. May be repeated: the store takes them once. */
export const storeSegment = (store: Store, { path, id, table }: Segment): Promise<void> =>
  store.insertFile(path, { table, columns: columns[table], skipped: headColumn, token: id })

/** Moves segments from the spool into the store, oldest first; one that fails is tried until it works. */
export function startFlusher(spool: Spool, store: Store, log: Log) {
  let wake = Promise.withResolvers<void>()
  const stopping = new AbortController()
  let trouble: Finding | null = null
  let bytesPerSecond = 4 * 1024 * 1024

  async function flush(segment: Segment): Promise<void> {
    const begunMs = performance.now()
    await storeSegment(store, segment)
    const seconds = Math.max(0.001, (performance.now() - begunMs) / 1000)
    bytesPerSecond += (segment.bytes / seconds - bytesPerSecond) / 8
    await rm(segment.path)
    spool.drop(segment)
  }

  /** Kept aside for a person to look at, so that those behind it go on. */
  async function setAside(segment: Segment, err: unknown): Promise<void> {
    const folder = join(dirname(segment.path), "refused")
    await mkdir(folder, { recursive: true })
    const path = join(folder, basename(segment.path))
    await rename(segment.path, path)
    spool.drop(segment)
    log.error(
      { err, path },
      "the telemetry store cannot read a segment of the spool; it was set aside",
    )
  }

  async function run(): Promise<void> {
    let failures = 0
    while (!stopping.signal.aborted) {
      const segment = spool.next()
      if (segment === null) {
        await wake.promise
        wake = Promise.withResolvers()
        continue
      }
      try {
        await flush(segment)
        if (failures > 0) log.info({ failures }, "the telemetry store takes data again")
        failures = 0
        trouble = null
      } catch (err) {
        if (err instanceof StoreRefusal && unreadable.has(err.code)) {
          await setAside(segment, err)
          continue
        }
        failures += 1
        trouble = troubleOf(err)
        if (failures === 3)
          log.warn({ err }, "the telemetry store does not take data; it is tried until it works")
        const pauseMs = Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs)
        await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  const done = run()
  return {
    nudge: () => wake.resolve(),
    /** Why the store takes nothing; null while it does. */
    trouble: () => trouble,
    /** How long the spool needs to drain, in seconds. */
    drainSeconds: (bytes: number) => bytes / bytesPerSecond,
    async stop() {
      stopping.abort()
      wake.resolve()
      await done
    },
  }
}

/** NOT_ENOUGH_SPACE, or the system's own code where the engine did not get to write. */
const noSpace = /NOT_ENOUGH_SPACE|ENOSPC|No space left/

function troubleOf(err: unknown): Finding {
  const message = err instanceof Error ? err.message : String(err)
  if (noSpace.test(message)) return { code: "telemetry_refused", parameters: {} }
  return { code: "telemetry_store_refuses", parameters: { fault: [serviceFault(err)] } }
}

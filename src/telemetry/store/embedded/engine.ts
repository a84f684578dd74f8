import { mkdir, rm, statfs } from "node:fs/promises"
import { createRequire } from "node:module"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { Env } from "../../../platform/env.ts"
import { leastFreeBytes } from "../disk.ts"
import { engineFolder, telemetryFolder } from "../front-file.ts"
import { FindingError } from "../../../findings/finding-error.ts"
import { chdbTrouble } from "./chdb-trouble.ts"

/** The part of chdb that is used here; its own types are absent where the optional package is. */
type Session = {
  queryAsync(sql: string, options: { format: string }): Promise<{ bytes(): Uint8Array }>
  close(): void
}
type Chdb = { Session: new (path: string, options: { connectionArgs: string[] }) => Session }

export type Engine = {
  /** A folder on the engine's disk for bodies of inserts; emptied at every start. */
  incoming: string
  /** Runs one statement under `prelude`, SET statements that end with it. */
  run(prelude: string, sql: string, format: string): Promise<Uint8Array>
  /** Ends statements and merges, waits for them, and closes: a process that exits while one runs crashes. */
  close(): Promise<void>
}

export type EngineSettings = Pick<Env, "DATA_DIR" | "TELEMETRY_MEMORY" | "TELEMETRY_DISK_FREE_MIB">

const mib = 1024 * 1024

/** The engine stops writing while as much is still free, whatever it merges, so that PostgreSQL can go on. */
const reservedShare = 0.5

/** How often the engine compares its count of memory with the system's; by default 20 times a second, also idle. */
const memoryPeriodMs = 500

const mergePollMs = 20

/** Threads that the engine keeps for its next statement; by default up to 1,000 that it once needed, with their memory. */
const idleThreads = 4

/** Freed memory that the engine may keep; by default a fifth of all that it may use. */
const freedMib = 10

/**
 * Settings of the engine and of its sessions, as arguments: it would keep what it allocates for a configuration file.
 * Nor is memory returned that it needs to compile expressions, which makes none of our statements faster.
 */
const settings = (memoryMib: number, freeBytes: number) => ({
  "storage_configuration.disks.default.keep_free_space_bytes": freeBytes,
  max_server_memory_usage: memoryMib * mib,
  mark_cache_size: 64 * mib,
  index_mark_cache_size: 32 * mib,
  background_pool_size: 2,
  background_schedule_pool_size: 2,
  max_concurrent_queries: 24,
  memory_worker_period_ms: memoryPeriodMs,
  memory_worker_purge_dirty_pages_threshold_ratio: freedMib / memoryMib,
  max_thread_pool_free_size: idleThreads,
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
  compile_sort_description: 0,
})

/**
 * Opens the embedded ClickHouse engine of a data folder, which no other process may have open.
 *
 * @throws {Error} saying what to do where chDB cannot be loaded here.
 */
export async function openEngine(env: EngineSettings): Promise<Engine> {
  const { DATA_DIR: dataDir, TELEMETRY_MEMORY: memoryMib } = env
  const trouble = chdbTrouble()
  if (trouble !== null) throw new FindingError(trouble)
  // Days of telemetry are days of UTC on every machine; the engine also needs memory for each zone that it uses.
  process.env["TZ"] = "UTC"
  const chdb = createRequire(import.meta.url)("chdb") as Chdb
  const data = engineFolder(dataDir)
  const incoming = join(telemetryFolder(dataDir), "incoming")
  await rm(incoming, { recursive: true, force: true })
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  await mkdir(data, { recursive: true, mode: 0o700 })
  const { blocks, bsize } = await statfs(data)
  const freeBytes = Math.floor(leastFreeBytes(blocks * bsize, env) * reservedShare)
  const connectionArgs = Object.entries(settings(memoryMib, freeBytes)).map(
    ([name, value]) => `--${name}=${value}`,
  )
  const open = () => new chdb.Session(data, { connectionArgs })
  // The engine stays loaded as long as one session is open.
  const first = open()
  await first.queryAsync("SELECT 1", { format: "CSV" })
  const all = new Set<Promise<unknown>>()
  let isClosing = false
  const countMerges = async () =>
    Number(Buffer.from(await runIn(open(), "", "SELECT count() FROM system.merges", "CSV")))
  return {
    incoming,
    async run(prelude, sql, format) {
      if (isClosing) throw new Error("The telemetry store is stopping.")
      const running = runIn(open(), prelude, sql, format)
      all.add(running)
      return running.finally(() => all.delete(running))
    },
    async close() {
      isClosing = true
      await runIn(open(), "", "SYSTEM STOP MERGES", "Null")
      if (all.size > 0) await runIn(open(), "", "KILL QUERY WHERE 1 ASYNC", "Null")
      while (all.size > 0) await Promise.allSettled(all)
      while ((await countMerges()) > 0) await sleep(mergePollMs)
      first.close()
    },
  }
}

/** Settings and parameters stay in a session, so each statement has its own. */
async function runIn(session: Session, prelude: string, sql: string, format: string) {
  try {
    if (prelude !== "") await session.queryAsync(prelude, { format: "CSV" })
    return (await session.queryAsync(sql, { format })).bytes()
  } finally {
    session.close()
  }
}

import { setTimeout as sleep } from "node:timers/promises"
import type { Pool } from "pg"
import type { Client } from "./client.ts"
import { openInstallation } from "./installed.ts"
import { describeMachine, printTable, spreads, type Cell } from "./machine.ts"
import { measureLoad } from "./rest-compare.ts"
import { fillOwners, muteLoad } from "./rest-data.ts"

const lookMs = 50

/** Mutations over /v1 of the whole product, until the entry of each is in its project's chain. */
export async function measureMutations(
  client: Client,
  { bus, settings }: { bus: string; settings: Record<string, string> },
  size: { requests: number; rounds: number; connections: number[] },
): Promise<void> {
  const installation = await openInstallation(settings)
  try {
    const { pool } = installation.services.database
    const owners = await fillOwners(installation.services.database)
    const texts = owners.map((owner) => muteLoad.of(owner))
    const server = await installation.startAll()
    process.stdout.write(`\n${describeMachine(false)}, ${bus}\n`)
    const table: Cell[][] = []
    for (const connections of size.connections) {
      const rounds: number[][] = []
      // The first is not shown: V8 is still optimizing.
      for (let round = -1; round < size.rounds; round += 1) {
        const load = { texts, size: { ...size, connections } }
        const cpuMs = server.cpuMs()
        const waiting = watchWaiting(pool)
        const { perSecond, p50Ms, p99Ms } = await measureLoad(client, server, load)
        const { lastMs, oldestMs } = await waiting.end()
        const cpuUs = ((server.cpuMs() - cpuMs) * 1000) / (size.requests + connections)
        if (round >= 0) rounds.push([perSecond, p50Ms, p99Ms, cpuUs, lastMs, oldestMs])
      }
      table.push([`${bus}, ${connections} connections`, ...spreads(rounds)])
    }
    printTable(
      [
        `${muteLoad.name} with its audit entry`,
        "requests/s",
        "p50, ms",
        "p99, ms",
        "CPU of all processes until all are chained, µs each",
        "last response to the last entry in its chain, ms",
        "oldest entry that waited, ms",
      ],
      table,
    )
  } finally {
    await installation.stop()
  }
}

/** Looks how long the oldest entry has waited for its chain. */
function watchWaiting(pool: Pool) {
  let isEnding = false
  let oldestMs = 0
  const watching = (async () => {
    for (;;) {
      const isLast = isEnding
      const ms = await readWaitingMs(pool)
      oldestMs = Math.max(oldestMs, ms ?? 0)
      if (isLast && ms === null) return
      await sleep(lookMs)
    }
  })()
  // If the load fails, nothing awaits it.
  watching.catch(() => undefined)
  return {
    /** Waits until no entry waits any more. */
    async end(): Promise<{ lastMs: number; oldestMs: number }> {
      isEnding = true
      const fromMs = performance.now()
      await watching
      return { lastMs: performance.now() - fromMs, oldestMs }
    },
  }
}

/** Null if no entry waits. */
async function readWaitingMs(pool: Pool): Promise<number | null> {
  const { rows } = await pool.query<{ ms: number | null }>(
    `select extract(epoch from clock_timestamp() - min(at))::float8 * 1000 as ms
       from audit_entry where seq is null`,
  )
  return rows[0]?.ms ?? null
}

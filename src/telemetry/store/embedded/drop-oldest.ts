import { statfs } from "node:fs/promises"
import { z } from "zod"
import type { Env } from "../../../platform/env.ts"
import type { Log } from "../../../platform/log.ts"
import { startLoop, type Loop } from "../../../platform/loop.ts"
import { isNearlyFull, writeDropped } from "../disk.ts"
import type { Engine } from "./engine.ts"

const everyMs = 1000
/** Days are dropped before the disk is so full that telemetry is refused. */
const early = 1.25
const dayMs = 86_400_000

type Needs = { engine: Engine; env: Env; log: Log }

/** Frees the disk while too little of it is free: deletes the oldest day, and the next if that was not enough. */
export function startDropping({ engine, env, log }: Needs): Loop | null {
  const { TELEMETRY_MIN_DAYS: keptDays, DATA_DIR } = env
  if (keptDays === undefined) return null
  return startLoop(log, "telemetry disk", everyMs, async () => {
    if (!isNearlyFull(await statfs(DATA_DIR), env, early)) return
    const day = await dropOldestDay(engine, keptDays)
    if (day === null) return
    const before = new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)
    log.warn({ day }, "the disk is nearly full, so the oldest day of telemetry was deleted")
    await writeDropped(DATA_DIR, { before, at: new Date().toISOString() })
  })
}

/** Rollups have partitions by month; they are small and stay. Parts that were dropped are listed until they are gone. */
const oldest = (keptDays: number) => `
  SELECT table, partition_id AS id, extract(partition, '\\\\d{4}-\\\\d{2}-\\\\d{2}') AS day, toUInt32(countIf(active)) AS live
    FROM system.parts
   WHERE database = currentDatabase() AND day < toString(today() - ${keptDays}) AND rows > 0
     AND table IN (SELECT name FROM system.tables
                    WHERE database = currentDatabase() AND partition_key LIKE '(toDate(%')
   GROUP BY table, id, day
   ORDER BY day
   LIMIT 100`

const row = z.object({ table: z.string(), id: z.string(), day: z.string(), live: z.number() })

/** @returns the day that was deleted; null if all days are to be kept, or the last one still takes space. */
async function dropOldestDay(engine: Engine, keptDays: number): Promise<string | null> {
  const bytes = await engine.run("", oldest(keptDays), "JSONEachRow")
  const lines = Buffer.from(bytes).toString().split("\n").filter(Boolean)
  const rows = lines.map((line) => row.parse(JSON.parse(line)))
  const day = rows[0]?.day ?? null
  const live = rows.filter((one) => one.day === day && one.live > 0)
  for (const { table, id } of live) {
    await engine.run("", `ALTER TABLE ${table} DROP PARTITION ID '${id}'`, "Null")
  }
  return live.length === 0 ? null : day
}

import { FindingError } from "../../findings/finding-error.ts"
import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import type pg from "pg"
import {
  lastDue,
  type BackupSchedule,
} from "../../graphql/workspace/backup/rules/backup-schedule.ts"
import { recordBackupFailure } from "../../graphql/workspace/backup/record-backup.ts"
import { backupPlaceOf } from "../../platform/backup/backup-place.ts"
import { holdLock } from "../../platform/hold-lock.ts"
import { startLoop, type Loop } from "../../platform/loop.ts"
import type { Services } from "../../platform/services.ts"

const launcher = fileURLToPath(new URL("../../../bin/watchkeeper.js", import.meta.url))
const pollMs = 60_000
/** Only one process at a time makes a scheduled backup; PostgreSQL releases the lock when the process dies. */
const backupLock = 7_210_044
const retryMinutes = 30

/** Makes a backup whenever one is due, in a process of its own, so that compressing it delays no page. */
export function startBackups(services: Services, schedule: BackupSchedule): Loop {
  const running: { child: ChildProcess | null } = { child: null }
  const loop = startLoop(services.log, "backup", pollMs, async (isStopping) => {
    await holdLock(services.database.connectionString, backupLock, async () => {
      const dueAt = await findDue(services.database.pool, schedule)
      if (dueAt !== null) await runChild(services, dueAt, running, isStopping)
    })
  })
  return {
    nudge: loop.nudge,
    async stop() {
      const stopped = loop.stop()
      running.child?.kill("SIGTERM")
      await stopped
    },
  }
}

/** The time of the backup that is due; null if there is none. */
async function findDue(pool: pg.Pool, schedule: BackupSchedule): Promise<Date | null> {
  const { rows } = await pool.query<{ now: Date }>("select now() as now")
  const [row] = rows
  if (row === undefined) return null
  const dueAt = lastDue(schedule, row.now)
  return (await isDue(pool, dueAt)) ? dueAt : null
}

async function runChild(
  { log, env, database }: Services,
  dueAt: Date,
  running: { child: ChildProcess | null },
  isStopping: () => boolean,
): Promise<void> {
  const args = [launcher, "backup", "--scheduled", dueAt.toISOString(), "--json"]
  const child = spawn(process.execPath, args, {
    // A role is not started with its database, but gets it from the supervisor.
    env: { ...process.env, DATABASE_URL: env.DATABASE_URL },
    stdio: ["ignore", "ignore", "pipe"],
  })
  running.child = child
  let said = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-2000)))
  const [code, signal] = (await once(child, "close")) as [number | null, string | null]
  running.child = null
  if (code === 0) {
    log.info({ dueAt }, "made and verified the scheduled backup")
    return
  }
  if (isStopping()) return
  log.error({ dueAt, code, signal, said }, "the scheduled backup failed; it is tried again later")
  if (signal === null) return
  const attempt = { reason: "scheduled" as const, place: backupPlaceOf(env).name, dueAt }
  await recordBackupFailure(
    database.pool,
    attempt,
    new FindingError({ code: "backup_process_ended", parameters: { signal } }),
  )
}

/** A failed one is tried again after a while. */
async function isDue(pool: pg.Pool, dueAt: Date): Promise<boolean> {
  const { rows } = await pool.query(
    `select from backup where reason = 'scheduled' and due_at >= $1
        and (error is null or made_at > now() - make_interval(mins => $2)) limit 1`,
    [dueAt, retryMinutes],
  )
  return rows.length === 0
}

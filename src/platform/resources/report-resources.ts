import { hostname } from "node:os"
import { join } from "node:path"
import type pg from "pg"
import { storableJson, type Finding } from "../../findings/finding.ts"
import { say } from "../../findings/say.ts"
import { startLoop, type Loop } from "../loop.ts"
import type { Services } from "../services.ts"
import { judgeUsage, type Trouble } from "./judge-usage.ts"
import { measureResources } from "./measure-resources.ts"
import { noteShortage, recentShortage } from "./shortage.ts"

const everyMs = 10_000

export type Reporter = {
  id: string
  role: string
  /** What else it needs and cannot use. */
  troubles?: () => Trouble[]
}
type Reporting = Pick<Services, "database" | "env" | "log" | "clock">

/** Found last by this process, for when the database cannot tell. */
let own: Trouble[] = []
/** Whether PostgreSQL is in the data folder, as far as it could be asked. */
let isEmbedded = false
export const ownTroubles = (): readonly Trouble[] => own

/**
 * Reports regularly what this process and its machine lack, so that any api process can tell, and proves thereby that
 * the database takes writes.
 */
export function startReporting(services: Reporting, reporter: Reporter): Loop {
  const { pool } = services.database
  const loop = startLoop(services.log, "resources", everyMs, () =>
    reportResources(services, reporter),
  )
  return {
    nudge: loop.nudge,
    async stop() {
      await loop.stop()
      // The database may be the reason for the stop; the row is old after a minute.
      await pool
        .query("delete from resource_report where process_id = $1", [reporter.id])
        .catch((err: unknown) => services.log.debug({ err }, "could not sign off"))
    },
  }
}

/** @throws what the database throws if it takes no writes. */
export async function reportResources(
  { database: { pool }, env, log, clock }: Reporting,
  { id, role, troubles: more = () => [] }: Reporter,
  groups?: string,
): Promise<void> {
  const usage = await measureResources(env.DATA_DIR, groups)
  try {
    const { skewMs, ...facts } = await readFacts(pool, clock)
    isEmbedded = facts.folder === join(env.DATA_DIR, "postgres")
    const troubles = [
      ...judgeUsage(usage, { connections: facts, skewMs }, isEmbedded),
      ...judgeWrites(recentShortage()),
      ...more(),
    ]
    tell(log, troubles)
    await pool.query(
      `with gone as (delete from resource_report where at < now() - interval '1 day')
       insert into resource_report (process_id, role, host, troubles, usage, at) values ($1, $2, $3, $4, $5, now())
       on conflict (process_id) do update set troubles = $4, usage = $5, at = now()`,
      [id, role, hostname(), storableJson(troubles), JSON.stringify(usage)],
    )
  } catch (error) {
    noteShortage(error)
    // The disk of an embedded database explains why it does not respond.
    const unknown = { connections: { used: 0, limit: 1 }, skewMs: 0 }
    tell(log, [
      ...judgeUsage(usage, unknown, isEmbedded),
      ...judgeWrites(recentShortage()),
      ...more(),
    ])
    throw error
  }
}

type Facts = { folder: string | null; used: number; limit: number; skewMs: number }

async function readFacts(pool: pg.Pool, clock: Services["clock"]): Promise<Facts> {
  const before = clock.now().getTime()
  const { rows } = await pool.query<Omit<Facts, "skewMs"> & { ms: number }>(
    `select (select setting from pg_settings where name = 'data_directory') as folder,
            (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
            current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as limit,
            (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  )
  const [row] = rows
  if (row === undefined) throw new Error("a statement without a table always has a row")
  const { ms, ...facts } = row
  return { ...facts, skewMs: ms - (before + clock.now().getTime()) / 2 }
}

const judgeWrites = (shortage: Finding | null): Trouble[] =>
  shortage === null ? [] : [{ resource: "writes", status: "down", findings: [shortage] }]

/** Logs each trouble when it begins and when it ends. */
function tell(log: Services["log"], troubles: Trouble[]): void {
  const known = new Set(own.map(({ resource }) => resource))
  const now = new Set(troubles.map(({ resource }) => resource))
  for (const { resource, status, findings } of troubles) {
    if (!known.has(resource))
      log[status === "ok" ? "warn" : "error"]({ resource, status }, say(findings))
  }
  for (const resource of known) if (!now.has(resource)) log.info({ resource }, "well again")
  own = troubles
}

import { statfs } from "node:fs/promises"
import { join } from "node:path"
import packageFile from "../../../../package.json" with { type: "json" }
import type { DeliveryQueue } from "../../../../prisma/generated/enums.ts"
import type { Context } from "../../kernel/context.ts"
import { proxyNames } from "../../../platform/proxy/proxy-settings.ts"
import { requireOperator } from "../../workspace/user/operator.ts"
import { readBackupState } from "../../workspace/backup/read-backup-state.ts"
import { listParts, type HealthPart } from "./list-parts.ts"
import { readFigures } from "./read-health.ts"
import { ok, type Judged } from "./rules/judged.ts"
import { judgeBus, judgeHealth } from "./rules/judge-health.ts"

export type QueueReport = Judged & {
  queue: DeliveryQueue
  oldestDueSeconds: number | null
  queued: number
}
export type ProberReport = {
  proberId: string
  reportedAt: Date
  anchors: number
  reached: number
}
export type BackupReport = {
  place: string | null
  name: string | null
  madeAt: Date | null
  bytes: number | null
  verifiedAt: Date | null
  isScheduled: boolean
}
export type InstallationReport = {
  version: string
  nodeVersion: string
  postgresVersion: string
  isPostgresEmbedded: boolean
  usesRedis: boolean
  proxy: string | null
  databaseBytes: number
  diskFreeBytes: number | null
  diskBytes: number | null
  monitors: number
  overdueMonitors: number
  lastCheckAgeSeconds: number | null
  parts: HealthPart[]
  queues: QueueReport[]
  probers: ProberReport[]
  backup: BackupReport
}

/** Counting stops here, so that a long queue does not make the report slow. */
const mostCounted = 10_000

const facts = `
  select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
         (select setting from pg_settings where name = 'data_directory') as folder,
         (select jsonb_object_agg(queue, queued) from (
            select queue, (select count(*) from (
              select from delivery d where d.state = 'pending' and d.queue = all_queues.queue
               limit ${mostCounted}) counted) as queued
              from unnest(enum_range(null::delivery_queue)) as all_queues(queue)) counts) as queued`

/** `folder` is null if the role may not read it, as at most providers. */
type Facts = {
  version: string
  bytes: number
  folder: string | null
  queued: Record<DeliveryQueue, number>
}

/**
 * Read the state of the installation for its operator.
 *
 * @throws {DomainError} unauthorized or insufficient_scope.
 */
export async function readInstallation(ctx: Context): Promise<InstallationReport> {
  await requireOperator(ctx)
  const { database, env, bus } = ctx
  const [figures, { rows }, probers, disk, busFault, backups] = await Promise.all([
    readFigures(ctx),
    database.pool.query<Facts>(facts),
    database.prisma.egressCheck.findMany({ orderBy: { at: "desc" }, take: 100 }),
    statfs(env.DATA_DIR).catch(() => null),
    bus.ping(),
    readBackupState(database.pool),
  ])
  const [found] = rows
  if (found === undefined) throw new Error("a statement without a table always has a row")
  const judged = judgeHealth(figures)
  const queues = Object.keys(judged.queues) as DeliveryQueue[]
  return {
    version: packageFile.version,
    nodeVersion: process.versions.node,
    postgresVersion: found.version,
    isPostgresEmbedded: found.folder === join(env.DATA_DIR, "postgres"),
    usesRedis: env.REDIS_URL !== undefined,
    proxy: proxyNames(env),
    databaseBytes: found.bytes,
    diskFreeBytes: disk === null ? null : disk.bavail * disk.bsize,
    diskBytes: disk === null ? null : disk.blocks * disk.bsize,
    monitors: figures.monitors,
    overdueMonitors: figures.overdueMonitors,
    lastCheckAgeSeconds: whole(figures.lastCheckAge),
    parts: [
      { name: "Database", ...ok },
      { name: "Live updates", ...judgeBus(busFault) },
      ...listParts(figures, backups, env.BACKUP_URL?.schedule ?? null),
    ],
    backup: {
      place: backups.place,
      name: backups.name,
      madeAt: backups.newestAt,
      bytes: backups.bytes,
      verifiedAt: backups.newestVerifiedAt,
      isScheduled: env.BACKUP_URL?.schedule !== undefined,
    },
    queues: queues.map((queue) => ({
      queue,
      ...judged.queues[queue],
      oldestDueSeconds: whole(figures.oldestDue[queue]),
      queued: found.queued[queue],
    })),
    probers: probers.map(({ proberId, at, anchors, reached }) => ({
      proberId,
      reportedAt: at,
      anchors,
      reached,
    })),
  }
}

const whole = (seconds: number | null): number | null =>
  seconds === null ? null : Math.max(0, Math.floor(seconds))

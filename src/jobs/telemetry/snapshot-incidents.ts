import { startLoop, type Loop } from "../../platform/loop.ts"
import type { Services } from "../../platform/services.ts"
import { incidentsWithTelemetry } from "../../graphql/workspace/usage/incidents-with-telemetry.ts"
import type { TracedCheck } from "../../telemetry/query/snapshot/snapshot.ts"
import { summarize, takeSnapshot } from "../../telemetry/query/snapshot/take-snapshot.ts"
import { hasStore } from "../../telemetry/store/front-file.ts"
import { createStore, StoreUnavailable, type Store } from "../../telemetry/store/store.ts"

const usualMs = 5000
/** Spans arrive some seconds after the request: exporters and the spool collect them. */
const usualSeconds = 15
/** Pauses before the further readings, while spans of the failed check are missing. */
const usualPauses = [30, 60, 180, 300]
/** While the store does not answer, an incident of the last day is tried again. */
const unavailableSeconds = 60
const mostAtOnce = 10

type Needs = Pick<Services, "database" | "env" | "log" | "clock">
type Due = {
  incidentId: string
  projectId: string
  monitorSeq: number
  startedAt: Date
  attempts: number
  /** Whether an earlier reading found spans of the failed check. */
  hasFailed: boolean
}

/** Stores what the target's telemetry shows with each new incident of an HTTP monitor, so that it outlives retention. */
export function startSnapshots(
  services: Needs,
  { everyMs = usualMs, firstSeconds = usualSeconds, pauses = usualPauses } = {},
): Loop {
  const { env, log } = services
  return startLoop(log, "incident telemetry", everyMs, async (isStopping) => {
    if (env.CLICKHOUSE_URL === undefined && !hasStore(env.DATA_DIR)) return
    await planSnapshots(services, firstSeconds)
    const due = await claimSnapshots(services)
    if (due.length === 0) return
    const store = createStore(env)
    try {
      for (const one of due) {
        if (!isStopping()) await storeSnapshot(services, store, one, pauses)
      }
    } finally {
      await store.close()
    }
  })
}

async function planSnapshots({ database: { pool } }: Needs, firstSeconds: number): Promise<void> {
  await pool.query(
    `insert into incident_telemetry (incident_id, due_at)
     select i.id, i.created_at + $1 * interval '1 second' ${incidentsWithTelemetry}
      where not exists (select from incident_telemetry t where t.incident_id = i.id)
     on conflict do nothing`,
    [firstSeconds],
  )
}

/** A reading that is killed is made again a minute later. */
async function claimSnapshots({ database: { pool } }: Needs): Promise<Due[]> {
  const { rows } = await pool.query<Due>(
    `update incident_telemetry t
        set attempts = t.attempts + 1, due_at = now() + interval '1 minute'
       from incident i, monitor m
      where t.incident_id in (select incident_id from incident_telemetry where due_at <= now()
                               order by due_at limit ${mostAtOnce} for update skip locked)
        and i.id = t.incident_id and m.id = i.monitor_id
      returning i.id as "incidentId", i.project_id as "projectId", m.seq as "monitorSeq",
                i.started_at as "startedAt", t.attempts,
                coalesce(t.snapshot->'failed' <> 'null', false) as "hasFailed"`,
  )
  return rows
}

async function storeSnapshot(
  services: Needs,
  store: Store,
  due: Due,
  pauses: readonly number[],
): Promise<void> {
  const { database, clock, log } = services
  const { incidentId, projectId, startedAt, attempts } = due
  try {
    const { failed, good } = await readTracedChecks(services, due)
    const now = clock.now()
    const snapshot = await takeSnapshot(store, { projectId, failed, good, startedAt, now })
    const again = pauses[attempts - 1]
    // Once more after the first spans of the failed check, because services export at different times.
    const hasFailed = snapshot !== null && snapshot.failed !== null
    const isComplete = (hasFailed && due.hasFailed) || again === undefined
    await database.prisma.incidentTelemetry.updateMany({
      where: { incidentId },
      data: {
        dueAt: isComplete ? null : new Date(now.getTime() + again * 1000),
        ...(snapshot && { snapshot, summary: summarize(snapshot), takenAt: now }),
      },
    })
  } catch (err) {
    if (!(err instanceof StoreUnavailable)) throw err
    log.debug({ err }, "the telemetry store is not running, so an incident waits for it")
    await database.prisma.$executeRaw`
      update incident_telemetry t set attempts = t.attempts - 1,
             due_at = case when i.created_at > now() - interval '1 day'
                           then now() + ${unavailableSeconds} * interval '1 second' end
        from incident i where i.id = t.incident_id and t.incident_id = ${incidentId}::uuid`
  }
}

const columns = `replace(trace_id::text, '-', '') as "traceId", started_at as at`
type Row = { traceId: string; at: Date }

/** The first failed checks of the outage and the last good ones before, as far as the target was asked to keep them. */
async function readTracedChecks(
  { database: { pool } }: Needs,
  { monitorSeq, startedAt }: Due,
): Promise<{ failed: TracedCheck[]; good: TracedCheck[] }> {
  const values = [monitorSeq, startedAt.toISOString()]
  const [failed, good] = await Promise.all([
    pool.query<Row>(
      `select ${columns} from check_result
        where monitor_seq = $1 and started_at >= $2 and started_at < $2::timestamptz + interval '1 hour'
          and failure_class is not null and trace_id is not null
        order by started_at limit 3`,
      values,
    ),
    pool.query<Row>(
      `select ${columns} from check_result
        where monitor_seq = $1 and started_at < $2 and started_at > $2::timestamptz - interval '1 day'
          and status = 'operational' and trace_id is not null
        order by started_at desc limit 3`,
      values,
    ),
  ])
  const toChecks = ({ rows }: { rows: Row[] }): TracedCheck[] =>
    rows.map(({ traceId, at }) => ({ traceId, at: at.toISOString() }))
  return { failed: toChecks(failed), good: toChecks(good) }
}

import type pg from "pg"
import type { Plan } from "../../../../prisma/generated/enums.ts"
import type { Services } from "../../../platform/services.ts"
import { pruneEntries } from "../../workspace/audit/prune-entries.ts"
import { drain, monitors, rowsAtOnce } from "./delete-in-batches.ts"

/**
 * Days for which verdicts, status changes, resolved alerts and the audit log are kept, by plan. Longer than the 90
 * days that status pages show.
 */
const recordDays: Record<Plan, number> = { free: 100, pro: 400 }

const projectsAtOnce = 500
/** Fewer, because their pages and deliveries are deleted with them. */
const alertsAtOnce = 200

/** SQL: incidents that a status page shows, or with a post-mortem; what explains them is kept with them. */
const isKept = (incidentId: string) => `
  exists (select from incident i where i.id = ${incidentId}
             and (i.resolved_at is null or i.postmortem_published or i.postmortem_note <> ''
                  or exists (select from status_page_incident s where s.incident_id = i.id)))`

/** SQL: the time before which records of a project are deleted. */
const before = "now() - make_interval(days => ($2::jsonb ->> p.plan::text)::int)"

type Needs = Pick<Services, "database" | "bus" | "vault" | "clock" | "log">

/** Deletes records beyond `recordDays` in batches, each a transaction. */
export async function pruneRecords(services: Needs, isStopping: () => boolean): Promise<void> {
  const { pool } = services.database
  const days = JSON.stringify(recordDays)
  for await (const ids of projects(pool)) {
    if (isStopping()) return
    await pruneEntries(services, ids, recordDays, isStopping)
    await drain(pool, isStopping, {
      text: `delete from alert where id in (
               select a.id from alert a join project p on p.id = a.project_id
                where p.id = any($1::uuid[]) and a.created_at < ${before} and a.resolved_at < ${before}
                  and not ${isKept("a.incident_id")} limit ${alertsAtOnce})`,
      values: [ids, days],
      size: alertsAtOnce,
    })
  }
  for await (const seqs of monitors(pool)) {
    if (isStopping()) return
    await pruneOfMonitors(pool, isStopping, seqs, days)
  }
  // The alerts that such a request could be about are gone by then.
  await drain(pool, isStopping, {
    text: `delete from used_request where id in (
             select id from used_request where used_at < now() - make_interval(days => $1::int) limit ${rowsAtOnce})`,
    values: [Math.max(...Object.values(recordDays))],
  })
}

/** The last change before the time stays: it says which status the monitor had from then on. */
async function pruneOfMonitors(
  pool: pg.Pool,
  isStopping: () => boolean,
  seqs: number[],
  days: string,
): Promise<void> {
  await drain(pool, isStopping, {
    text: `delete from status_change where id in (
             select c.id from status_change c join monitor m on m.id = c.monitor_id
               join project p on p.id = m.project_id
              where m.seq = any($1::int[]) and c.at < ${before}
                and exists (select from status_change later
                             where later.monitor_id = c.monitor_id and later.seq > c.seq and later.at < ${before})
              limit ${rowsAtOnce})`,
    values: [seqs, days],
  })
  await drain(pool, isStopping, {
    text: `delete from verdict where id in (
             select v.id from verdict v join monitor m on m.id = v.monitor_id
               join project p on p.id = m.project_id
              where m.seq = any($1::int[]) and v.at < ${before} and not ${isKept("v.incident_id")}
                and not exists (select from alert a where a.id = v.alert_id and a.resolved_at is null)
                and not exists (select from status_change c where c.verdict_id = v.id)
              limit ${rowsAtOnce})`,
    values: [seqs, days],
  })
}

async function* projects(pool: pg.Pool): AsyncGenerator<string[]> {
  let after = "00000000-0000-0000-0000-000000000000"
  for (;;) {
    const { rows } = await pool.query<{ id: string }>(
      "select id from project where id > $1::uuid order by id limit $2",
      [after, projectsAtOnce],
    )
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(({ id }) => id)
    after = last.id
  }
}

import type { Services } from "../../src/platform/services.ts"

/** Rows per statement, which must end before its timeout also on a busy machine. */
const portion = 20_000

/**
 * Adds incidents and three times as many alerts to a project with monitors: one in 500 is open, one in 500 critical,
 * one in 400 has a rare word in its title, a minute lies between two.
 */
export async function addIncidents(
  { database: { pool } }: Pick<Services, "database">,
  projectId: string,
  incidents: number,
): Promise<void> {
  await add("incident", "started_at, ", "row.at, ", incidents)
  await add("alert", "", "", incidents * 3)
  // A notify role that runs beside it may have begun to escalate open ones.
  await pool.query(
    `insert into escalation (alert_id, project_id, policy_id, due_at, waiting_since)
     select id, $1, (select id from on_call_policy where project_id = $1 limit 1), created_at, created_at
       from alert where project_id = $1
     on conflict (alert_id) do nothing`,
    [projectId],
  )
  await pool.query("analyze incident, alert, escalation")

  async function add(table: "incident" | "alert", column: string, value: string, count: number) {
    for (let from = 1; from <= count; from += portion) {
      await addSome(table, column, value, [from, Math.min(count, from + portion - 1), count])
    }
  }

  async function addSome(
    table: "incident" | "alert",
    column: string,
    value: string,
    bounds: [from: number, to: number, count: number],
  ) {
    await pool.query(
      `with word as (
         select (select array_agg(id order by "order") from state where project_id = $1 and subject = '${table}') as states,
                (select array_agg(id order by rank) from severity where project_id = $1 and subject = '${table}') as severities,
                (select array_agg(id order by seq) from monitor where project_id = $1) as monitors),
       row as (
         select n, now() - ($4::int - n) * interval '1 minute' as at, n % 500 = 0 as is_open
           from generate_series($2::int, $3::int) n)
       insert into ${table} (id, project_id, number, title, description, state_id, severity_id, monitor_id,
                             ${column}resolved_at, created_at, updated_at)
       select gen_random_uuid(), $1, n,
              'Monitor ' || n % 700 || case when n % 400 = 1 then ' of checkout' else '' end || ' is down',
              'The connection to 192.0.2.' || n % 250 || ' was refused.',
              states[case when is_open then 1 else array_length(states, 1) end],
              severities[case when n % 500 = 7 then 1 else 2 end],
              monitors[1 + n % array_length(monitors, 1)], ${value}
              case when not is_open then at + interval '5 minutes' end, at, at
         from row, word`,
      [projectId, ...bounds],
    )
  }
}

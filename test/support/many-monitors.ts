import type { Services } from "../../src/platform/services.ts"

const statuses =
  "'{operational,operational,operational,degraded,offline,unknown}'::monitor_status[]"

/**
 * Adds monitors with states to a project, half of them with one of 30 labels; may be called again.
 *
 * @param intervalSeconds longer than any that people may set for monitors that the prober shall not check.
 */
export async function addMonitors(
  { database: { pool } }: Pick<Services, "database">,
  projectId: string,
  count: number,
  intervalSeconds = 60,
): Promise<void> {
  await pool.query(
    `with label as (
       insert into label (id, project_id, name, color)
       select gen_random_uuid(), $1, 'Label ' || n, '#3f4fd0' from generate_series(0, 29) n
       on conflict (project_id, name) do update set color = excluded.color returning id, name),
     made as (
       insert into monitor (id, project_id, name, kind, url, interval_seconds, updated_at)
       select gen_random_uuid(), $1, 'Monitor ' || n, 'http', 'http://192.0.2.1/' || n, $3::int, now()
         from generate_series(1, $2::int) n returning id, seq),
     stated as (
       insert into monitor_state (monitor_id, status, status_since, last_check_at, last_duration_ms)
       select id, (${statuses})[1 + seq % 6], now() - seq * interval '1 second', now(), seq % 700 from made)
     insert into monitor_label (monitor_id, label_id)
     select made.id, label.id from made join label on label.name = 'Label ' || seq % 60`,
    [projectId, count, intervalSeconds],
  )
  await pool.query("analyze monitor, monitor_state, monitor_label, label")
}

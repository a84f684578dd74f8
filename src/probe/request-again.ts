import type { Target } from "../graphql/monitoring/monitor/rules/monitor-target.ts"
import type { Services } from "../platform/services.ts"

/** Ask other probers for checks that this one cannot finish before it stops. */
export async function requestAgain(
  { database: { pool }, bus }: Pick<Services, "database" | "bus">,
  targets: Target[],
): Promise<void> {
  if (targets.length === 0) return
  const { rows } = await pool.query<{ monitorId: string; projectId: string }>(
    `update monitor set check_requested_at = now()
      where id = any($1::uuid[]) and deleted_at is null and paused_at is null
      returning id as "monitorId", project_id as "projectId"`,
    [targets.map(({ monitorId }) => monitorId)],
  )
  await bus.publish(rows.map((payload) => ({ topic: "monitor.check_requested", payload })))
}

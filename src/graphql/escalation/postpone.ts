import type { Services } from "../../services.ts"

const pauseSeconds = 5

/** A turn that failed is tried again soon, after others that are due. */
export async function postponeTurn(
  { database }: Pick<Services, "database">,
  alertId: string,
): Promise<void> {
  await database.pool.query(
    `update escalation set due_at = now() + make_interval(secs => $2)
      where alert_id = $1 and state = 'active' and due_at <= now()`,
    [alertId, pauseSeconds],
  )
}

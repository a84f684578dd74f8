import type { Services } from "../../platform/services.ts"

/** Pages that settle within this time are announced together, outside their queue. */
const gatherMs = 250

type Stores = Pick<Services, "database" | "bus" | "log">

/**
 * Announces the alerts whose pages got a result, so that their open timelines are read again: one statement and one
 * publication for all that settle within a quarter of a second, which no delivery waits for.
 */
export function createSettledAnnouncer({ database, bus, log }: Stores) {
  const pageIds = new Set<string>()
  let timer: NodeJS.Timeout | null = null

  async function announce(): Promise<void> {
    timer = null
    const ids = [...pageIds]
    pageIds.clear()
    try {
      const { rows } = await database.pool.query<{ projectId: string; alertId: string }>({
        name: "alerts-of-pages",
        text: `select distinct project_id as "projectId", alert_id as "alertId" from page where id = any($1::uuid[])`,
        values: [ids],
      })
      await bus.publish(rows.map((payload) => ({ topic: "alert.changed", payload })))
    } catch (error) {
      log.warn({ err: error }, "settled pages could not be announced")
    }
  }

  return (pageId: string): void => {
    pageIds.add(pageId)
    timer ??= setTimeout(() => void announce(), gatherMs).unref()
  }
}

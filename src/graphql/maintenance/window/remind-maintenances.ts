import type { Services } from "../../../platform/services.ts"
import { transact } from "../../kernel/transaction.ts"
import { announceMaintenance } from "./announce-maintenance.ts"
import { longestBeforeMinutes } from "./rules/maintenance-notices.ts"

/** Windows announced in one transaction. */
const portion = 100

/**
 * Announces each window once, `notifyBeforeMinutes` before its start by PostgreSQL's clock. A window that has already
 * begun is skipped, because its start is announced separately.
 */
export async function remindMaintenances(
  services: Pick<Services, "database" | "bus">,
): Promise<number> {
  let announced = 0
  let count = portion
  while (count === portion) {
    count = await transact(services, async (tx) => {
      const rows = await tx.db.$queryRaw<{ id: string; startsAt: Date }[]>`
        update maintenance set reminded_at = now()
         where id in (select id from maintenance
                       where state = 'scheduled' and reminded_at is null and starts_at > now()
                         and starts_at <= now() + make_interval(mins => ${longestBeforeMinutes}::int)
                         and starts_at <= now() + make_interval(mins => notify_before_minutes)
                       order by starts_at, id limit ${portion} for update skip locked)
        returning id, starts_at as "startsAt"`
      for (const { id, startsAt } of rows) {
        const change = startsAt.toISOString()
        await announceMaintenance(tx, id, { event: "maintenance.reminded", change })
      }
      return rows.length
    })
    announced += count
  }
  return announced
}

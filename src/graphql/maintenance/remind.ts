import type { Services } from "../../services.ts"
import { transact } from "../transaction.ts"
import { announceMaintenance } from "./announce.ts"
import { longestBeforeMinutes } from "./notices.ts"

/** Windows a transaction tells of. */
const portion = 100

/**
 * Tells once of each window that comes as near as its `notifyBeforeMinutes` say, by PostgreSQL's clock. One
 * whose start is past is not told of any more: that it begins is news of its own.
 */
export async function remindMaintenances(
  services: Pick<Services, "database" | "bus">,
): Promise<number> {
  let told = 0
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
    told += count
  }
  return told
}

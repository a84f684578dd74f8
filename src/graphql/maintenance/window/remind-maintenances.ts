import type { Services } from "../../../platform/services.ts"
import { finds, transact, type Statement, type Transaction } from "../../kernel/transaction.ts"
import { announceMaintenance } from "./announce-maintenance.ts"
import { longestBeforeMinutes } from "./rules/maintenance-notices.ts"

/** Windows announced in one transaction. */
const portion = 100

const due: Statement = {
  name: "windows-to-remind-of",
  text: `
    select id from maintenance
     where state = 'scheduled' and reminded_at is null and starts_at > now()
       and starts_at <= now() + make_interval(mins => ${longestBeforeMinutes})
       and starts_at <= now() + make_interval(mins => notify_before_minutes)
     order by starts_at, id limit ${portion} for update skip locked`,
  values: [],
}

/**
 * Announces each window once, `notifyBeforeMinutes` before its start by PostgreSQL's clock. A window that has already
 * begun is skipped, because its start is announced separately.
 */
export async function remindMaintenances(
  services: Pick<Services, "database" | "bus">,
): Promise<number> {
  let announced = 0
  let count = (await finds(services, due)) ? portion : 0
  while (count === portion) {
    count = await transact(services, announceDue)
    announced += count
  }
  return announced
}

async function announceDue(tx: Transaction): Promise<number> {
  const rows = await tx.query<{ id: string; startsAt: Date }>({
    name: "remind-of-windows",
    text: `
      update maintenance set reminded_at = now() where id in (${due.text})
      returning id, starts_at as "startsAt"`,
    values: [],
  })
  for (const { id, startsAt } of rows) {
    const change = startsAt.toISOString()
    await announceMaintenance(tx, id, { event: "maintenance.reminded", change })
  }
  return rows.length
}

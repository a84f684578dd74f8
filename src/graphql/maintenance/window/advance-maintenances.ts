import type { MaintenanceState } from "../../../../prisma/generated/enums.ts"
import { Prisma } from "../../../platform/postgres.ts"
import type { Services } from "../../../platform/services.ts"
import { transact } from "../../kernel/transaction.ts"
import { announceMaintenance } from "./announce-maintenance.ts"

/** Windows changed in one transaction; a backlog is processed in batches of this size. */
const portion = 100

type Step = {
  from: MaintenanceState
  to: MaintenanceState
  due: Prisma.Sql
  event: "maintenance.started" | "maintenance.ended"
}

const steps: Step[] = [
  {
    from: "scheduled",
    to: "ongoing",
    due: Prisma.sql`starts_at <= now()`,
    event: "maintenance.started",
  },
  {
    from: "ongoing",
    to: "completed",
    due: Prisma.sql`ends_at <= now()`,
    event: "maintenance.ended",
  },
]

/** Starts and ends the windows that are due by PostgreSQL's clock. Returns how many it changed. */
export async function advanceMaintenances(
  services: Pick<Services, "database" | "bus">,
): Promise<number> {
  let moved = 0
  for (const step of steps) {
    let count = portion
    while (count === portion) {
      count = await advance(services, step)
      moved += count
    }
  }
  return moved
}

function advance(
  services: Pick<Services, "database" | "bus">,
  { from, to, due, event }: Step,
): Promise<number> {
  return transact(services, async (tx) => {
    const rows = await tx.db.$queryRaw<{ id: string }[]>`
      update maintenance set state = ${to}::maintenance_state, updated_at = now()
       where id in (select id from maintenance
                     where state = ${from}::maintenance_state and ${due}
                     order by starts_at, id limit ${portion} for update skip locked)
      returning id`
    for (const { id } of rows) await announceMaintenance(tx, id, { event, change: "1" })
    return rows.length
  })
}

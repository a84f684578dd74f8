import type { Services } from "../../../platform/services.ts"
import { finds, transact, type Statement, type Transaction } from "../../kernel/transaction.ts"
import { announceMaintenance } from "./announce-maintenance.ts"
import { silenceCovered } from "./silence-covered.ts"

/** Windows changed in one transaction; a backlog is processed in batches of this size. */
const portion = 100

type Step = {
  event: "maintenance.started" | "maintenance.ended"
  due: Statement
  change: Statement
}

const dueWindows = (from: string, passed: string) => `
  select id from maintenance where state = '${from}' and ${passed} <= now()
   order by starts_at, id limit ${portion} for update skip locked`

const changeTo = (state: string, windows: string) => `
  update maintenance set state = '${state}', updated_at = now() where id in (${windows}) returning id`

const toStart = dueWindows("scheduled", "starts_at")
const toEnd = dueWindows("ongoing", "ends_at")

const steps: Step[] = [
  {
    event: "maintenance.started",
    due: { name: "windows-to-start", text: toStart, values: [] },
    change: { name: "start-windows", text: changeTo("ongoing", toStart), values: [] },
  },
  {
    event: "maintenance.ended",
    due: { name: "windows-to-end", text: toEnd, values: [] },
    change: { name: "end-windows", text: changeTo("completed", toEnd), values: [] },
  },
]

/** Starts and ends the windows that are due by PostgreSQL's clock. Returns how many it changed. */
export async function advanceMaintenances(
  services: Pick<Services, "database" | "bus">,
): Promise<number> {
  let moved = 0
  for (const step of steps) {
    let count = (await finds(services, step.due)) ? portion : 0
    while (count === portion) {
      count = await transact(services, (tx) => advance(tx, step))
      moved += count
    }
  }
  return moved
}

async function advance(tx: Transaction, { event, change }: Step): Promise<number> {
  const rows = await tx.query<{ id: string }>(change)
  for (const { id } of rows) {
    if (event === "maintenance.started") await silenceCovered(tx, id)
    await announceMaintenance(tx, id, { event, change: "1" })
  }
  return rows.length
}

import { Prisma } from "../../../../prisma/generated/browser.ts"
import { columnsOf } from "../../kernel/columns.ts"

/** A whole monitor. */
const monitorColumns = columnsOf(Object.values(Prisma.MonitorScalarFieldEnum), "monitor")

/** Reads a live monitor by its id. */
export const liveMonitor = {
  name: "live-monitor",
  text: `select ${monitorColumns} from monitor where id = $1::uuid and deleted_at is null`,
}

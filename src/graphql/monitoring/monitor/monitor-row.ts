import type { Monitor } from "../../../../prisma/generated/client.ts"
import { Prisma } from "../../../platform/postgres.ts"

/** Columns of a monitor for SQL, with Prisma's names. */
export const columnsOf = (names: readonly (keyof Monitor)[]): string =>
  names
    .map(
      (name) => `${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} as "${name}"`,
    )
    .join(", ")

/** A whole monitor. */
const monitorColumns = columnsOf(Object.values(Prisma.MonitorScalarFieldEnum))

/** Reads a live monitor by its id. */
export const liveMonitor = {
  name: "live-monitor",
  text: `select ${monitorColumns} from monitor where id = $1::uuid and deleted_at is null`,
}

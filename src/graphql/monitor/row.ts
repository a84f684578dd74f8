import { Prisma } from "../../postgres.ts"

/** For statements that answer whole monitors: each column under the name that the ORM gives it. */
export const monitorColumns = Object.values(Prisma.MonitorScalarFieldEnum)
  .map(
    (name) => `${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} as "${name}"`,
  )
  .join(", ")

/** Reads a live monitor by its id. */
export const liveMonitor = {
  name: "live-monitor",
  text: `select ${monitorColumns} from monitor where id = $1::uuid and deleted_at is null`,
}

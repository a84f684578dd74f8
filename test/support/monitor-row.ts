import type { Prisma } from "../../src/platform/postgres.ts"
import { newId } from "../../src/platform/id.ts"
import type { World } from "./world.ts"

/** A monitor as a bare row, for tests of what stands on monitors. */
export const makeMonitorRow = (
  { services }: World,
  projectId: string,
  more: Partial<Prisma.MonitorUncheckedCreateInput> = {},
) =>
  services.database.prisma.monitor.create({
    data: { id: newId(), projectId, name: "Shop", kind: "http", ...more },
  })

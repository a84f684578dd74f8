import type { Prisma } from "../../src/platform/postgres.ts"
import { newId } from "../../src/platform/id.ts"
import type { World } from "./world.ts"

/** A monitor inserted directly, for tests of objects that need one. */
export const makeMonitorRow = (
  { services }: World,
  projectId: string,
  more: Partial<Prisma.MonitorUncheckedCreateInput> = {},
) =>
  services.database.prisma.monitor.create({
    data: { id: newId(), projectId, name: "Shop", kind: "http", ...more },
  })

import type { MonitorStatus } from "../../prisma/generated/enums.ts"
import { createCorrection } from "../../src/graphql/monitoring/correction/create-correction.ts"
import { newId } from "../../src/platform/id.ts"
import type { World } from "./world.ts"

const dayMs = 86_400_000

/** Midnight (UTC) of today, or of a day before or after. */
export const midnight = (days: number) => new Date((Math.floor(Date.now() / dayMs) + days) * dayMs)

/** A monitor that was created long ago. */
export const createdMonitor = ({ services }: World, projectId: string, createdAt: Date) =>
  services.database.prisma.monitor.create({
    data: {
      id: newId(),
      projectId,
      name: "Shop",
      kind: "tcp",
      host: "127.0.0.1",
      port: 1,
      createdAt,
      state: { create: {} },
    },
  })

export const changeOf = ({ services }: World, monitorId: string, to: MonitorStatus, at: Date) =>
  services.database.prisma.statusChange.create({
    data: { id: newId(), monitorId, to, at, decidedAt: new Date() },
  })

/** A monitor whose state stands where its last change left it. */
export async function monitorWith(
  world: World,
  projectId: string,
  createdAt: Date,
  changes: (readonly [MonitorStatus, Date])[],
) {
  const made = await createdMonitor(world, projectId, createdAt)
  for (const [to, at] of changes) await changeOf(world, made.id, to, at)
  const [status, statusSince] = changes.at(-1) ?? ["unknown", createdAt]
  await world.services.database.prisma.monitorState.update({
    where: { monitorId: made.id },
    data: { status, statusSince },
  })
  return made
}

/** Excludes a span from the uptime of monitors. */
export const correct = (
  { system }: World,
  monitors: readonly { id: string; projectId: string }[],
  startsAt: Date,
  endsAt: Date,
) =>
  createCorrection(system, {
    projectId: monitors[0]?.projectId ?? "",
    monitorIds: monitors.map(({ id }) => id),
    startsAt,
    endsAt,
    reason: "Our own test",
  })

export const maintain = (
  { services }: World,
  { id, projectId }: { id: string; projectId: string },
  startsAt: Date,
  endsAt: Date,
) =>
  services.database.prisma.maintenance.create({
    data: {
      id: newId(),
      projectId,
      title: "New disks",
      startsAt,
      endsAt,
      monitors: { create: { monitorId: id } },
    },
  })

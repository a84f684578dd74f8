import { expect, test } from "vitest"
import { advanceMaintenances } from "../../src/graphql/maintenance/window/advance-maintenances.ts"
import {
  cancelMaintenance,
  endMaintenance,
} from "../../src/graphql/maintenance/window/end-maintenance.ts"
import { maintainedMonitorsSql } from "../../src/graphql/maintenance/window/rules/ongoing.ts"
import { scheduleMaintenance } from "../../src/graphql/maintenance/window/schedule-maintenance.ts"
import { updateMaintenance } from "../../src/graphql/maintenance/window/update-maintenance.ts"
import { windowFault } from "../../src/graphql/maintenance/window/rules/maintenance-window.ts"
import { newId } from "../../src/platform/id.ts"
import { makeMonitorRow } from "../support/monitor-row.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour)

async function makeWindow(startsIn = 1, endsIn = 2) {
  const project = await makeProject(world)
  const monitor = await makeMonitorRow(world, project.id)
  const maintenance = await scheduleMaintenance(world.system, {
    projectId: project.id,
    title: "New disks",
    startsAt: inHours(startsIn),
    endsAt: inHours(endsIn),
    monitorIds: [monitor.id, monitor.id],
  })
  return { id: maintenance.id, projectId: project.id, monitorId: monitor.id }
}

/** Simulates passing time by moving the window, because PostgreSQL's clock cannot be moved. */
const letPass = (id: string, hours: number) =>
  world.services.database.pool.query(
    `update maintenance set starts_at = starts_at - make_interval(hours => $2),
                            ends_at = ends_at - make_interval(hours => $2) where id = $1`,
    [id, hours],
  )

const readWindow = (id: string) =>
  world.services.database.prisma.maintenance.findUniqueOrThrow({
    where: { id },
    include: { monitors: { select: { monitorId: true } } },
  })

const eventsOf = async (subjectId: string) => {
  const rows = await world.services.database.prisma.delivery.findMany({
    where: { subjectId },
    orderBy: { id: "asc" },
  })
  return rows.map(({ event }) => event)
}

const isSilent = async (monitorId: string) => {
  const { pool } = world.services.database
  const { rows } = await pool.query<{ isSilent: boolean }>(
    `select $1::uuid in (${maintainedMonitorsSql}) as "isSilent"`,
    [monitorId],
  )
  return rows[0]?.isSilent
}

test("a window is scheduled, begins and ends by PostgreSQL's time, each announced once", async () => {
  const { id, monitorId } = await makeWindow()
  expect(await readWindow(id)).toMatchObject({ state: "scheduled", monitors: [{ monitorId }] })
  await advanceMaintenances(world.services)
  expect(await readWindow(id)).toMatchObject({ state: "scheduled" })
  await letPass(id, 1)
  await Promise.all([advanceMaintenances(world.services), advanceMaintenances(world.services)])
  await advanceMaintenances(world.services)
  expect(await readWindow(id)).toMatchObject({ state: "ongoing" })
  expect(await eventsOf(id)).toEqual(["maintenance.scheduled", "maintenance.started"])
  await letPass(id, 1)
  await advanceMaintenances(world.services)
  expect(await readWindow(id)).toMatchObject({ state: "completed" })
  expect(await eventsOf(id)).toEqual([
    "maintenance.scheduled",
    "maintenance.started",
    "maintenance.ended",
  ])
})

test("a window that passed during downtime begins and ends in one step", async () => {
  const { id } = await makeWindow()
  await letPass(id, 30)
  expect(await advanceMaintenances(world.services)).toBe(2)
  expect(await readWindow(id)).toMatchObject({ state: "completed" })
  expect(await advanceMaintenances(world.services)).toBe(0)
})

test("more windows than a batch holds are all processed", async () => {
  const { projectId } = await makeWindow()
  const { prisma } = world.services.database
  await prisma.maintenance.createMany({
    data: Array.from({ length: 150 }, (_, index) => ({
      id: newId(),
      projectId,
      title: `Window ${index}`,
      startsAt: inHours(-1),
      endsAt: inHours(1),
    })),
  })
  expect(await advanceMaintenances(world.services)).toBe(150)
  expect(await prisma.maintenance.count({ where: { projectId, state: "ongoing" } })).toBe(150)
})

test("a window silences its monitors by its times, however late the job runs", async () => {
  const { id, monitorId } = await makeWindow()
  expect(await isSilent(monitorId)).toBe(false)
  await letPass(id, 1)
  expect(await readWindow(id)).toMatchObject({ state: "scheduled" })
  expect(await isSilent(monitorId)).toBe(true)
  await advanceMaintenances(world.services)
  expect(await isSilent(monitorId)).toBe(true)
  await letPass(id, 1)
  expect(await readWindow(id)).toMatchObject({ state: "ongoing" })
  expect(await isSilent(monitorId)).toBe(false)
})

test("a cancelled window silences nothing and is announced once", async () => {
  const { id, monitorId } = await makeWindow()
  await letPass(id, 1)
  await advanceMaintenances(world.services)
  await cancelMaintenance(world.system, id)
  const again = await cancelMaintenance(world.system, id)
  expect(again.state).toBe("cancelled")
  expect(await isSilent(monitorId)).toBe(false)
  expect(await advanceMaintenances(world.services)).toBe(0)
  expect(await eventsOf(id)).toEqual([
    "maintenance.scheduled",
    "maintenance.started",
    "maintenance.ended",
  ])
  await expect(endMaintenance(world.system, id)).rejects.toMatchObject({ code: "conflict" })
})

test("only an ongoing window can be ended", async () => {
  const { id, monitorId } = await makeWindow()
  await expect(endMaintenance(world.system, id)).rejects.toMatchObject({
    code: "conflict",
    message: "The maintenance has not begun; cancel it instead.",
  })
  await letPass(id, 1)
  await endMaintenance(world.system, id)
  const window = await readWindow(id)
  expect(window.state).toBe("completed")
  expect(window.endsAt.getTime()).toBeLessThanOrEqual(Date.now())
  expect(await isSilent(monitorId)).toBe(false)
  await expect(cancelMaintenance(world.system, id)).rejects.toMatchObject({
    code: "conflict",
    message: "The maintenance is over, so it cannot be cancelled.",
  })
})

test("before it begins every field can change; afterwards only the text and the end", async () => {
  const { id, projectId } = await makeWindow()
  const other = await makeMonitorRow(world, projectId, { name: "Other" })
  const startsAt = inHours(5)
  const endsAt = inHours(8)
  await updateMaintenance(world.system, { id, startsAt, endsAt, monitorIds: [other.id] })
  expect(await readWindow(id)).toMatchObject({
    title: "New disks",
    startsAt,
    endsAt,
    monitors: [{ monitorId: other.id }],
  })
  await letPass(id, 6)
  const longer = inHours(9)
  await updateMaintenance(world.system, { id, endsAt: longer, title: "Slow disks" })
  expect(await readWindow(id)).toMatchObject({ title: "Slow disks", endsAt: longer })
  const fixed = "must be omitted because the maintenance has begun"
  await expect(updateMaintenance(world.system, { id, startsAt })).rejects.toMatchObject({
    issues: [{ pointer: "#/startsAt", detail: fixed }],
  })
  await expect(updateMaintenance(world.system, { id, monitorIds: [] })).rejects.toMatchObject({
    issues: [{ pointer: "#/monitorIds", detail: fixed }],
  })
  await expect(
    updateMaintenance(world.system, { id, endsAt: inHours(-0.001) }),
  ).rejects.toMatchObject({ issues: [{ pointer: "#/endsAt", detail: "must be in the future" }] })
  await letPass(id, 10)
  await expect(updateMaintenance(world.system, { id, title: "Late" })).rejects.toMatchObject({
    code: "conflict",
    message: "The maintenance is over; schedule a new one instead.",
  })
  expect(await eventsOf(id)).toEqual(["maintenance.scheduled", "maintenance.scheduled"])
})

test("an invalid window is refused with a pointer", async () => {
  const now = new Date("2026-11-21T12:00:00Z")
  const later = (days: number) => new Date(now.getTime() + days * 24 * hour)
  expect(windowFault(later(1), later(1), now)?.detail).toBe("must be later than startsAt")
  expect(windowFault(later(-2), later(-1), now)?.detail).toBe("must be in the future")
  expect(windowFault(later(0), later(90), now)).toBeNull()
  expect(windowFault(later(0), new Date(later(90).getTime() + 1), now)?.detail).toBe(
    "must be at most 90 days after startsAt",
  )
  const { projectId } = await makeWindow()
  const foreign = await makeWindow()
  const base = { projectId, title: "Disks", startsAt: inHours(1), endsAt: inHours(2) }
  for (const monitorId of [foreign.monitorId, newId()]) {
    await expect(
      scheduleMaintenance(world.system, { ...base, monitorIds: [monitorId] }),
    ).rejects.toMatchObject({
      issues: [{ pointer: "#/monitorIds/0", detail: "must be a monitor of this project" }],
    })
  }
  const tooMany = Array.from({ length: 1001 }, newId)
  await expect(
    scheduleMaintenance(world.system, { ...base, monitorIds: tooMany }),
  ).rejects.toMatchObject({
    issues: [{ pointer: "#/monitorIds", detail: "must name at most 1,000 monitors" }],
  })
})

test("another project's maintenance fails like an unknown one", async () => {
  const { id } = await makeWindow()
  const own = await makeProject(world)
  const { ctx } = await makeMember(world, own.id, "owner")
  for (const asked of [id, newId()]) {
    const attempts = await Promise.allSettled([
      updateMaintenance(ctx, { id: asked, title: "Mine" }),
      cancelMaintenance(ctx, asked),
      endMaintenance(ctx, asked),
    ])
    for (const attempt of attempts) {
      expect(attempt).toMatchObject({
        status: "rejected",
        reason: { code: "not_found", message: "There is no such maintenance." },
      })
    }
  }
  expect(await readWindow(id)).toMatchObject({ state: "scheduled", title: "New disks" })
})

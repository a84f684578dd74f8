import { expect, test } from "vitest"
import type { MonitorStatus } from "../../prisma/generated/enums.ts"
import { rollUp } from "../../src/graphql/monitoring/check/check-rollup.ts"
import { readUptime } from "../../src/graphql/monitoring/check/check-uptime.ts"
import { readUptimeOfProject } from "../../src/graphql/monitoring/check/uptime-of-project.ts"
import { excludedMsOf } from "../../src/graphql/monitoring/check/rules/uptime-times.ts"
import { correct, maintain, midnight, monitorWith } from "../support/history.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const ago = (hours: number) => new Date(Date.now() - hours * hourMs)

const near = (value: number): unknown => expect.closeTo(value, 8)

test("the uptime of all monitors read at once equals that of each read alone", async () => {
  const { id: projectId } = await makeProject(world)
  const old = midnight(-40)
  const up: readonly [MonitorStatus, Date] = ["operational", old]
  const monitors = {
    calm: await monitorWith(world, projectId, old, [up]),
    "down since last week": await monitorWith(world, projectId, old, [up, ["offline", ago(170)]]),
    "down for an hour yesterday": await monitorWith(world, projectId, old, [
      up,
      ["offline", ago(20)],
      ["operational", ago(19)],
    ]),
    "decided back in time": await monitorWith(world, projectId, old, [
      up,
      ["unknown", ago(5)],
      ["offline", ago(6)],
    ]),
    "slow for days": await monitorWith(world, projectId, old, [up, ["degraded", ago(100)]]),
    "calm under maintenance": await monitorWith(world, projectId, old, [up]),
    "maintained last week": await monitorWith(world, projectId, old, [up]),
    young: await monitorWith(world, projectId, ago(3), [["operational", ago(2)]]),
    corrected: await monitorWith(world, projectId, old, [
      up,
      ["offline", ago(20)],
      ["operational", ago(18)],
    ]),
    "never seen": await monitorWith(world, projectId, ago(300), []),
  }
  await maintain(world, monitors["calm under maintenance"], ago(4), ago(-4))
  await maintain(world, monitors["maintained last week"], ago(200), ago(190))
  await correct(world, [monitors.corrected], ago(19), ago(17))
  await monitorWith(world, (await makeProject(world)).id, old, [up])
  const gone = await monitorWith(world, projectId, old, [up])
  const { prisma } = world.services.database
  await prisma.monitor.update({ where: { id: gone.id }, data: { deletedAt: new Date() } })

  const compare = async () => {
    const now = new Date()
    const services = { ...world.services, clock: { now: () => now, monotonicMs: () => 0 } }
    const all = await readUptimeOfProject(services, projectId)
    const expected = new Map()
    for (const { id, seq } of Object.values(monitors)) {
      const alone = async (from: number) => {
        const window = { from: new Date(from), to: now }
        const { percent, coverage, times } = await readUptime(services, seq, window)
        return {
          up: percent === null ? null : near(percent / 100),
          coverage: near(coverage),
          excludedSeconds: near(excludedMsOf(times) / 1000),
        }
      }
      expected.set(id, {
        day: await alone(now.getTime() - dayMs),
        month: await alone(midnight(-30).getTime()),
      })
    }
    expect(all).toEqual(expected)
    return all
  }
  const before = await compare()
  await rollUp(world.services)
  const after = await compare()
  const share = (name: keyof typeof monitors) => after.get(monitors[name].id)
  expect(share("calm")).toEqual({
    day: { up: 1, coverage: 1, excludedSeconds: 0 },
    month: { up: 1, coverage: 1, excludedSeconds: 0 },
  })
  expect(share("corrected")?.day).toEqual({
    up: expect.closeTo(21 / 22, 3),
    coverage: expect.closeTo(22 / 24, 3),
    excludedSeconds: expect.closeTo(7200, 0),
  })
  expect(share("down for an hour yesterday")?.day.up).toBeCloseTo(23 / 24, 3)
  expect(share("decided back in time")?.day.up).toBeCloseTo(18 / 24, 3)
  expect(share("calm under maintenance")?.day).toEqual({
    up: 1,
    coverage: expect.closeTo(20 / 24, 3),
    excludedSeconds: 0,
  })
  expect(share("never seen")?.day).toMatchObject({ up: null, coverage: 0 })
  expect([...before.keys()].toSorted()).toEqual([...after.keys()].toSorted())
})

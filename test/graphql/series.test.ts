import { expect, test } from "vitest"
import { rollUp } from "../../src/graphql/monitoring/check/check-rollup.ts"
import { storeChecks } from "../../src/graphql/monitoring/check/store-checks.ts"
import { transact } from "../../src/graphql/kernel/transaction.ts"
import { ask, keyActor } from "../support/ask.ts"
import { checkOf, offline } from "../support/checks.ts"
import { changeOf, createdMonitor, midnight } from "../support/history.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const start = midnight(-1)
const at = (ms: number) => new Date(start.getTime() + ms).toISOString()

const document = `query ($id: ID!, $from: DateTime!, $to: DateTime!, $step: SeriesStep!) {
  monitor(id: $id) {
    responseTimes(from: $from, to: $to, step: $step) {
      from to step
      points { at checks averageMs p50Ms p90Ms p99Ms maxMs dnsMs connectMs tlsMs firstByteMs transferMs }
    }
    uptime(from: $from, to: $to) { percent coverage operationalSeconds offlineSeconds unknownSeconds }
    uptimeByDay(days: 2) { from percent }
  }
}`

async function filled() {
  const { id: projectId } = await makeProject(world)
  const monitor = await createdMonitor(world, projectId, start)
  await changeOf(world, monitor.id, "operational", start)
  const phases = { dnsMs: null, connectMs: 4, tlsMs: null, firstByteMs: null, transferMs: null }
  const checks = [
    ...[10, 20, 30].map((durationMs, n) =>
      checkOf(monitor, new Date(at(n * 20_000)), { durationMs, phases }),
    ),
    checkOf(monitor, new Date(at(5 * minuteMs)), { ...offline, durationMs: 10_000 }),
    checkOf(monitor, new Date(at(hourMs)), { durationMs: 40, phases: { ...phases, connectMs: 8 } }),
  ]
  await transact(world.services, (tx) => storeChecks(tx, checks))
  const actor = keyActor(projectId, "3f1c2a0e-0000-7000-8000-000000000000", ["monitors:read"])
  return { projectId, monitor, actor }
}

const point = (ms: number, checks: number, all: number[], connectMs: number) => {
  const [averageMs, p50Ms, p90Ms, p99Ms, maxMs] = all
  const none = { dnsMs: null, tlsMs: null, firstByteMs: null, transferMs: null }
  return { at: at(ms), checks, averageMs, p50Ms, p90Ms, p99Ms, maxMs, connectMs, ...none }
}

test("a chart is the same before and after its hours are rolled up; steps without a response have no point", async () => {
  const { monitor, actor } = await filled()
  const read = async (to: string, step: string) => {
    const asked = { id: monitor.id, from: at(0), to, step }
    const { data, errors } = await ask(world, actor, document, asked)
    expect(errors).toEqual([])
    return (data as { monitor: { responseTimes: object } }).monitor.responseTimes
  }
  const first = [20, 20, 30, 30, 30]
  const second = [40, 40, 40, 40, 40]
  const minutes = {
    from: at(0),
    to: at(2 * hourMs),
    step: "MINUTE",
    points: [point(0, 3, first, 4), point(hourMs, 1, second, 8)],
  }
  const hours = { ...minutes, step: "HOUR" }
  for (let run = 0; run < 2; run++) {
    expect(await read(at(2 * hourMs), "AUTO")).toEqual(minutes)
    expect(await read(at(90 * minuteMs), "HOUR")).toEqual(hours)
    await rollUp(world.services)
  }
  // A day is read from its histogram, so its quantiles are accurate to 2%.
  expect(await read(at(2 * hourMs), "DAY")).toMatchObject({
    from: at(0),
    to: at(24 * hourMs),
    step: "DAY",
    points: [{ checks: 4, averageMs: 25, maxMs: 40, connectMs: 5, p99Ms: expect.closeTo(40, -1) }],
  })
})

test("uptime can be read with it, and only with permission to read monitors", async () => {
  const { projectId, monitor, actor } = await filled()
  await changeOf(world, monitor.id, "offline", new Date(at(45 * minuteMs)))
  const asked = { id: monitor.id, from: at(-hourMs), to: at(hourMs), step: "HOUR" }
  const { data, errors } = await ask(world, actor, document, asked)
  expect(errors).toEqual([])
  expect(data).toMatchObject({
    monitor: {
      uptime: {
        percent: 75,
        coverage: 0.5,
        operationalSeconds: 2700,
        offlineSeconds: 900,
        unknownSeconds: 0,
      },
      uptimeByDay: [{ from: at(0) }, { from: at(24 * hourMs), percent: 0 }],
    },
  })
  const stranger = keyActor(projectId, "3f1c2a0e-0000-7000-8000-000000000000", ["alerts:read"])
  expect((await ask(world, stranger, document, asked)).errors).toMatchObject([
    { code: "insufficient_scope" },
  ])
})

test("a step too small for its window is refused with a message", async () => {
  const { monitor, actor } = await filled()
  const asked = { id: monitor.id, from: at(-48 * hourMs), to: at(hourMs), step: "MINUTE" }
  const { errors } = await ask(world, actor, document, asked)
  expect(errors).toMatchObject([
    {
      code: "validation_failed",
      message:
        "The input is not valid: #/step is too fine for this window: MINUTE allows at most 1 days; choose AUTO",
    },
  ])
})

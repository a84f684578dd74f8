import { expect, test } from "vitest"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { foldPings } from "../../src/graphql/monitoring/monitor/rules/last-word.ts"
import {
  recordPings,
  type Ping,
} from "../../src/graphql/monitoring/monitor/heartbeat/ping-heartbeat.ts"
import { createPingQueue } from "../../src/pages/ping-queue.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

async function makeHeartbeat() {
  const project = await makeProject(world)
  const monitor = await createMonitor(world.system, {
    projectId: project.id,
    kind: "heartbeat",
    name: "backup",
    heartbeatIntervalMinutes: 60,
  })
  const secret = world.services.vault.open(monitor.sealedHeartbeat ?? new Uint8Array())
  return { id: monitor.id, secret }
}

const pingOf = (secret: string, more: Partial<Ping> = {}): Ping => ({
  secret,
  kind: "success",
  exitCode: null,
  durationMs: null,
  body: "",
  sourceIp: "127.0.0.1",
  isPublic: false,
  userAgent: "curl/8.0",
  method: "GET",
  ...more,
})

const bodiesOf = async (monitorId: string) =>
  (
    await world.services.database.prisma.heartbeatPing.findMany({
      where: { monitorId },
      orderBy: [{ at: "asc" }, { id: "asc" }],
    })
  ).map(({ body }) => body)

const stateOf = (monitorId: string) =>
  world.services.database.prisma.monitorState.findUniqueOrThrow({ where: { monitorId } })

test("concurrent pings share a transaction and keep the order of each job", async () => {
  const jobs = await Promise.all([makeHeartbeat(), makeHeartbeat()])
  const sizes: number[] = []
  const take = createPingQueue(world.services, 1000, (services, pings) => {
    sizes.push(pings.length)
    return recordPings(services, pings)
  })
  const kinds = ["success", "start", "log", "fail"] as const
  const taken = await Promise.all(
    Array.from({ length: 80 }, (_, n) =>
      take(pingOf(jobs[n % 2]?.secret ?? "", { kind: kinds[n % 4] ?? "log", body: String(n) })),
    ),
  )
  expect(new Set(taken)).toEqual(new Set(["recorded"]))
  expect(sizes.length).toBeLessThanOrEqual(2)
  for (const [at, { id }] of jobs.entries()) {
    const own = Array.from({ length: 40 }, (_, n) => String(2 * n + at))
    expect(await bodiesOf(id)).toEqual(own)
  }
  expect(await stateOf(jobs[0]?.id ?? "")).toMatchObject({ lastPingKind: "success" })
  expect(await stateOf(jobs[1]?.id ?? "")).toMatchObject({ lastPingKind: "fail" })
})

test("a batch of pings has the same result as one ping at a time", async () => {
  const [together, apart] = await Promise.all([makeHeartbeat(), makeHeartbeat()])
  const kinds = ["success", "start", "log", "fail"] as const
  const take = createPingQueue(world.services)
  for (let n = 0; n < 4 ** 3; n += 1) {
    const said = [n % 4, Math.floor(n / 4) % 4, Math.floor(n / 16)].map((at) => kinds[at] ?? "log")
    await Promise.all(said.map((kind) => take(pingOf(together.secret, { kind }))))
    for (const kind of said) await take(pingOf(apart.secret, { kind }))
    const [one, other] = await Promise.all([stateOf(together.id), stateOf(apart.id)])
    expect([said, one.lastPingKind, one.lastStartAt === null]).toEqual([
      said,
      other.lastPingKind,
      other.lastStartAt === null,
    ])
  }
})

test("log messages have no effect, a start after a failure keeps it, and after a success it counts", () => {
  expect(foldPings(["log", "log"])).toBeNull()
  expect(foldPings(["start", "log", "start"])).toMatchObject({ word: null, isStarted: true })
  expect(foldPings(["success", "fail", "start"])).toMatchObject({ word: "fail", isStarted: true })
  expect(foldPings(["fail", "success", "start"])).toMatchObject({ word: "start", isStarted: true })
  expect(foldPings(["start", "success", "log"])).toMatchObject({ word: "success", isStarted: true })
  expect(foldPings(["fail", "start", "fail"])).toMatchObject({ failures: 2, isRowContinued: true })
  expect(foldPings(["fail", "success", "fail"])).toMatchObject({
    failures: 1,
    isRowContinued: false,
  })
})

test("an unknown secret, or a ping that cannot be stored, fails alone", async () => {
  const { id, secret } = await makeHeartbeat()
  const take = createPingQueue(world.services)
  const results = await Promise.allSettled([
    take(pingOf(secret, { body: "first" })),
    take(pingOf("A".repeat(43))),
    // Larger than PostgreSQL's integer, which no URL can contain.
    take(pingOf(secret, { exitCode: 2 ** 40 })),
    take(pingOf(secret, { body: "last" })),
  ])
  expect(results).toEqual([
    { status: "fulfilled", value: "recorded" },
    { status: "fulfilled", value: "unknown" },
    { status: "rejected", reason: expect.objectContaining({ code: "22003" }) },
    { status: "fulfilled", value: "recorded" },
  ])
  expect(await bodiesOf(id)).toEqual(["first", "last"])
})

test("a full queue refuses the next ping at once, and accepts later ones again", async () => {
  const { secret } = await makeHeartbeat()
  const take = createPingQueue(world.services, 2)
  const [first, second, third] = [take(pingOf(secret)), take(pingOf(secret)), take(pingOf(secret))]
  expect(await third).toBe("refused")
  expect(await Promise.all([first, second])).toEqual(["recorded", "recorded"])
  expect(await take(pingOf(secret))).toBe("recorded")
})

test("the oldest pings of a monitor are deleted from time to time, never one of the last 100", async () => {
  const { id, secret } = await makeHeartbeat()
  const take = createPingQueue(world.services)
  for (let n = 0; n < 180; n += 1) {
    await take(pingOf(secret, { body: String(n) }))
    if (n < 100) continue
    const bodies = await bodiesOf(id)
    expect(bodies.length).toBeGreaterThanOrEqual(100)
    expect(bodies.length).toBeLessThan(120)
    expect(bodies.at(-1)).toBe(String(n))
  }
  expect((await bodiesOf(id)).slice(-100)).toEqual(
    Array.from({ length: 100 }, (_, n) => String(80 + n)),
  )
})

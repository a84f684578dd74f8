import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { expect } from "vitest"
import { startEmbedded } from "../../../../src/embedded/start.ts"
import { readEnv } from "../../../../src/env.ts"
import { createKey } from "../../../../src/graphql/key/create.ts"
import { createLog } from "../../../../src/log.ts"
import { migrate } from "../../../../src/migrate.ts"
import { startRedis } from "../../../support/redis.ts"
import type { StatusEvent } from "../../outage.ts"
import { statusChanged } from "../../outage.ts"
import { overEvents } from "../../stream.ts"
import { intervalMs, openHouse } from "../house.ts"
import { gaps, openAnchor, openShop } from "../shop.ts"

/** Redis dies and returns empty: changes are decided and shown all the same. */
export async function redisAway(): Promise<void> {
  await using bin = new AsyncDisposableStack()
  const redis = await startRedis()
  bin.defer(() => redis.stop())
  const shop = await openShop(bin)
  const house = await openHouse(bin, {
    REDIS_URL: redis.url,
    EGRESS_ANCHORS: await openAnchor(bin),
  })
  const page = await house.watch(shop.url("/"))
  const { projectId } = house
  const { token } = await createKey(house.system, {
    projectId,
    class: "public",
    name: "Screen",
    scopes: ["all"],
  })
  const { address } = await house.start(["api,probe"])
  const source = { address: address ?? "", key: token }
  const screen = overEvents<StatusEvent>(source, { query: statusChanged, variables: { projectId } })
  bin.defer(() => screen.close())
  // After a gap on the bus the present state is told anew, as a snapshot.
  const shown = (status: string, from = 0) =>
    screen.heard.until(({ monitorStatusChanged: { to } }) => to === status, from)
  await house.request(page)
  await house.reads(page, ["operational"])

  await redis.kill()
  shop.break("/")
  await house.request(page)
  await house.reads(page, ["operational", "offline"], 1)
  await shown("OFFLINE")

  await redis.restart()
  const from = screen.heard.all.length
  shop.mend("/")
  await house.request(page)
  await house.reads(page, ["operational", "offline", "operational"], 1)
  await shown("OPERATIONAL", from)
}

/** PostgreSQL is away for twenty seconds; one target breaks meanwhile, the others are well. */
export async function databaseAway(): Promise<void> {
  await using bin = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-fault-"))
  bin.defer(() => rm(folder, { recursive: true, force: true }))
  const server = await startEmbedded(readEnv({ DATA_DIR: folder }), createLog("silent", "test"))
  bin.defer(() => server.stop())
  await migrate(server.connectionString)
  const shop = await openShop(bin)
  const house = await openHouse(bin, {
    DATABASE_URL: server.connectionString,
    EGRESS_ANCHORS: await openAnchor(bin),
  })
  const names = ["/a", "/b", "/c"]
  const well = await Promise.all(names.map((name) => house.watch(shop.url(name))))
  const broken = await house.watch(shop.url("/broken"))
  await house.start(["probe"])
  const all = [...well, broken]
  await Promise.all(all.map((page) => house.request(page)))
  for (const page of all) await house.reads(page, ["operational"])

  const goneAt = await house.now()
  const goneMs = performance.now()
  const [pid = ""] = (await readFile(join(folder, "postgres/postmaster.pid"), "utf8")).split("\n")
  process.kill(Number(pid), "SIGQUIT")
  shop.break("/broken")
  await sleep(20_000)
  await server.revive()
  const backAt = new Date(goneAt.getTime() + performance.now() - goneMs)
  await house.reads(broken, ["operational", "offline"], 1)
  await sleep(2 * intervalMs)

  for (const page of well) await house.reads(page, ["operational"])
  for (const page of all) {
    const checks = await house.checks(page)
    const meanwhile = checks.filter(({ at }) => at > goneAt && at < backAt)
    expect(meanwhile.length).toBeGreaterThan(0)
    expect(new Set(checks.map(({ at }) => at.getTime())).size).toBe(checks.length)
  }
  const { rows } = await house.services.database.pool.query<{ at: Date }>(
    "select started_at as at from incident where monitor_id = $1",
    [broken.id],
  )
  expect(rows[0]?.at.getTime()).toBeLessThan(backAt.getTime())
  // No burst: whoever was looked at in its slot was looked at no sooner than the next.
  for (const name of names) {
    expect(Math.min(...gaps(shop.visits(name, goneMs)))).toBeGreaterThan(intervalMs - 1500)
  }
}

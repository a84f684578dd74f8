import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, vi } from "vitest"
import { startEmbedded } from "../../../../src/platform/embedded/start-embedded.ts"
import { readEnv } from "../../../../src/platform/env.ts"
import { createKey } from "../../../../src/graphql/workspace/key/create-key.ts"
import { createPolicy } from "../../../../src/graphql/on-call/policy/create-policy.ts"
import { createLog } from "../../../../src/platform/log.ts"
import { migrate } from "../../../../src/platform/migrate.ts"
import { pagingOf } from "../../../support/paging.ts"
import { makeMember } from "../../../support/people.ts"
import { startSmtp } from "../../../support/smtp.ts"
import { startRedis } from "../../../support/redis.ts"
import { statusChanged, type StatusEvent } from "../../outage.ts"
import { overEvents } from "../../stream.ts"
import { intervalMs, openHouse } from "../house.ts"
import { gaps, openAnchor, openShop } from "../shop.ts"
import { patience } from "../../../support/patience.ts"

/** Live updates resume this soon after Redis is back, also on a busy machine. */
const shownWithinMs = 20_000

/** Redis dies and returns empty: changes are still decided and shown. */
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
  // After a gap on the bus the current state is sent again, as a snapshot.
  const shown = (status: string, from = 0) =>
    screen.heard.until(({ monitorStatusChanged: { to } }) => to === status, from, shownWithinMs)
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

/** A PostgreSQL that can be killed and restarted with its data. */
async function openDatabase(bin: AsyncDisposableStack) {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-fault-"))
  bin.defer(() => rm(folder, { recursive: true, force: true }))
  const server = await startEmbedded(readEnv({ DATA_DIR: folder }), createLog("silent", "test"))
  bin.defer(() => server.stop())
  await migrate(server.connectionString)
  return {
    url: server.connectionString,
    async kill() {
      const text = await readFile(join(folder, "postgres/postmaster.pid"), "utf8")
      process.kill(Number(text.split("\n", 1)[0]), "SIGQUIT")
    },
    revive: () => server.revive(),
  }
}

/** PostgreSQL is down for twenty seconds; meanwhile one target fails and the others stay up. */
export async function databaseAway(): Promise<void> {
  await using bin = new AsyncDisposableStack()
  const server = await openDatabase(bin)
  const shop = await openShop(bin)
  const house = await openHouse(bin, {
    DATABASE_URL: server.url,
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
  await server.kill()
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
  // No burst: a monitor checked in its slot is not checked again before the next one. Its target may count more
  // requests, because a second attempt starts beside a slow first one.
  for (const page of well) {
    const startedMs = (await house.checks(page)).map(({ at }) => at.getTime())
    const since = startedMs.filter((atMs) => atMs >= goneAt.getTime())
    expect(Math.min(...gaps(since))).toBeGreaterThan(intervalMs / 2)
  }
}

/**
 * PostgreSQL is down with two mails in flight, others queued, and escalation steps and leases that end meanwhile:
 * everybody is notified of every alert, twice only if a lease expired before the result was recorded.
 */
export async function databaseAwayWhilePaging(): Promise<void> {
  await using bin = new AsyncDisposableStack()
  const server = await openDatabase(bin)
  const smtp = await startSmtp()
  bin.defer(() => smtp.stop())
  const house = await openHouse(bin, {
    DATABASE_URL: server.url,
    EGRESS_ANCHORS: await openAnchor(bin),
    SMTP_URL: smtp.url,
    MAIL_FROM: "Watchkeeper <alerts@watch.example>",
  })
  const { prisma } = house.services.database
  const { projectId, system } = house
  const world = { ...house, close: () => Promise.resolve() }
  const paging = pagingOf(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const bo = await makeMember(world, projectId, "viewer", "Bo")
  await createPolicy(system, {
    projectId,
    name: "Ada, then Bo",
    isDefault: true,
    rules: [
      { delayMinutes: 0, targets: [{ userId: ada.userId }] },
      { delayMinutes: 1, targets: [{ userId: bo.userId }] },
    ],
  })
  const answer = Promise.withResolvers<void>()
  smtp.held.until = answer.promise
  for (let at = 0; at < 5; at += 1) await paging.fail(projectId)
  await house.start(["notify"])
  await smtp.reached(2)

  for (const due of ["escalation set due_at", "delivery_lease set until"]) {
    await house.services.database.pool.query(`update ${due} = now() + interval '5 s'`)
  }
  await server.kill()
  answer.resolve()
  await sleep(12_000)
  await server.revive()
  await vi.waitFor(() => house.now(), patience)
  await paging.fail(projectId)
  await vi.waitFor(async () => {
    const where = { queue: "page" as const }
    const states = await prisma.delivery.groupBy({ by: ["state"], where, _count: true })
    expect(states).toEqual([{ state: "delivered", _count: 11 }])
  }, patience)

  const subjects = smtp.mails.map(({ to, parsed }) => `${to.join()} ${parsed.subject}`)
  expect(new Set(subjects).size).toBe(11)
  const again = await prisma.deliveryAttempt.count({ where: { outcome: "interrupted" } })
  expect(again).toBeLessThanOrEqual(2)
  expect(subjects.length).toBeLessThanOrEqual(11 + again)
}

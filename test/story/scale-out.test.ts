import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test, vi } from "vitest"
import { z } from "zod"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { ensureCheckPartitions } from "../../src/graphql/monitoring/check/check-partition.ts"
import { rollUp } from "../../src/graphql/monitoring/check/check-rollup.ts"
import { requestCheck } from "../../src/graphql/monitoring/monitor/state/request-check.ts"
import { createStatusPage } from "../../src/graphql/status-pages/status-page/create-status-page.ts"
import { readPublicPage } from "../../src/graphql/status-pages/status-page/view-page.ts"
import { readEnv } from "../../src/platform/env.ts"
import { migrate } from "../../src/platform/migrate.ts"
import { openClient } from "../../src/platform/open-client.ts"
import { openServices } from "../../src/platform/services.ts"
import { insertMonitor } from "../support/checks.ts"
import { closedPort } from "../support/listeners.ts"
import { makeMember } from "../support/people.ts"
import { startPgBouncer } from "../support/pgbouncer.ts"
import { openPostgres, urlOf } from "../support/postgres-cluster.ts"
import { startRedis } from "../support/redis.ts"
import { startSmtp } from "../support/smtp.ts"
import { cloneDatabase, makeProject, type World } from "../support/world.ts"
import { command, startProgram } from "./program.ts"
import { openTargets } from "./targets.ts"
import { patience } from "../support/patience.ts"

const outages = 50
const people = 5

/** Settings of an installation whose pages arrive at a mail server here. */
async function openStage() {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-scale-"))
  const [targets, smtp] = [await openTargets(), await startSmtp()]
  onTestFinished(async () => {
    targets.close()
    await smtp.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const settings = {
    REACHABLE_RANGES: "127.0.0.0/8",
    EGRESS_ANCHORS: targets.anchor,
    HOST: "127.0.0.1",
    PORT: "0",
    LOG_LEVEL: "error",
    DATA_DIR: join(folder, "data"),
    SECRET_KEY: randomBytes(32).toString("base64"),
    SMTP_URL: smtp.url,
    MAIL_FROM: "Watchkeeper <alerts@watch.example>",
  }
  return { smtp, settings, folder }
}

/** The database of a running program. */
async function enter(settings: Record<string, string>): Promise<World> {
  const env = readEnv(settings)
  const connectionString = env.DATABASE_URL ?? ""
  const services = await openServices(env, connectionString, "test")
  return {
    services,
    connectionString,
    system: contextFor(services, { kind: "system", name: "test" }),
    close: () => services.close(),
  }
}

/** Monitors of targets that are down, one address each, so that no alert joins another. */
async function makeOutages(world: World, count: number): Promise<string[]> {
  const port = await closedPort()
  const ids: string[] = []
  for (let person = 0; person < people; person += 1) {
    const { id: projectId } = await makeProject(world)
    await makeMember(world, projectId, "owner", `Ada ${person}`)
    for (let at = 0; at < count / people; at += 1) {
      const { id } = await insertMonitor(world, projectId, { failureThreshold: 1 })
      const host = `127.0.${person + 1}.${at + 1}`
      await world.services.database.prisma.monitor.update({ where: { id }, data: { host, port } })
      ids.push(id)
    }
  }
  return ids
}

const askAll = (world: World, ids: string[]) =>
  Promise.all(ids.map((id) => requestCheck(world.system, id)))

test("a standby is promoted while fifty outages are paged: no page is lost or sent twice", async () => {
  const { smtp, settings } = await openStage()
  const postgres = await openPostgres()
  onTestFinished(() => postgres.stop())
  // A commit waits for the standby, as in an installation that must lose nothing.
  const primary = await postgres.primary(["-c", "synchronous_standby_names=*"])
  const standby = await postgres.standby(primary)
  const url = `${urlOf([standby.port, primary.port])}?target_session_attrs=read-write`
  const all = { ...settings, DATABASE_URL: url }
  const program = await startProgram(all)
  onTestFinished(async () => void (await program.stop()))
  const world = await enter(all)
  onTestFinished(() => world.close())
  const { pool } = world.services.database
  const ids = await makeOutages(world, outages)
  await askAll(world, ids)
  await smtp.reached(outages / 5)
  await primary.kill()
  const before = smtp.mails.length
  expect(before).toBeLessThan(outages)
  await postgres.promote(standby)
  const promotedAt = performance.now()
  await smtp.reached(before + 5)
  expect(performance.now() - promotedAt).toBeLessThan(25_000)
  await smtp.reached(outages)
  await vi.waitFor(async () => {
    const { rows } = await pool.query<{ count: number }>(
      "select count(*)::int from delivery where queue = 'page' and state <> 'delivered'",
    )
    expect(rows).toEqual([{ count: 0 }])
  }, patience)
  const { rows } = await pool.query<Record<string, number>>(
    `select (select count(*)::int from incident) as incidents, (select count(*)::int from alert) as alerts,
            (select count(*)::int from verdict where decision = 'declared') as declared`,
  )
  expect(rows).toEqual([{ incidents: outages, alerts: outages, declared: outages }])
  expect(smtp.mails).toHaveLength(outages)
  expect(new Set(smtp.mails.map(({ parsed }) => parsed.messageId)).size).toBe(outages)
  // The old primary returns as one that can be written to, and is not used.
  await primary.start()
  const later = await enter(all)
  onTestFinished(() => later.close())
  const { rows: server } = await later.services.database.pool.query(
    "select current_setting('port')::int as port",
  )
  expect(server).toEqual([{ port: standby.port }])
})

test("pages are read from a replica, never older than a change, and from the primary while it is late or gone", async () => {
  const { settings } = await openStage()
  const postgres = await openPostgres()
  onTestFinished(() => postgres.stop())
  const primary = await postgres.primary()
  const standby = await postgres.standby(primary)
  const all = { ...settings, DATABASE_URL: urlOf([primary.port]) }
  await migrate(all.DATABASE_URL)
  const world = await enter({ ...all, DATABASE_READ_URL: urlOf([standby.port]) })
  onTestFinished(() => world.close())
  const { services } = world
  const { pool, read } = services.database
  const { id: projectId } = await makeProject(world)
  const { slug } = await createStatusPage(world.system, { projectId, name: "Shop", isPublic: true })
  const portRead = () =>
    read(async (database) => {
      const { rows } = await database.pool.query<{ port: number }>(
        "select current_setting('port')::int as port",
      )
      return rows[0]?.port
    })
  const rename = async (name: string) => {
    await pool.query("update status_page set name = $1 where slug = $2", [name, slug])
    return (await readPublicPage(services, slug, new Date()))?.name
  }
  await vi.waitFor(async () => expect(await portRead()).toBe(standby.port), patience)
  for (let turn = 0; turn < 50; turn += 1) expect(await rename(`Shop ${turn}`)).toBe(`Shop ${turn}`)
  const replay = async (action: "pause" | "resume") => {
    const client = await openClient(urlOf([standby.port]))
    await client.query(`select pg_wal_replay_${action}()`)
    await client.end()
  }
  await replay("pause")
  expect(await rename("Late")).toBe("Late")
  expect(await portRead()).toBe(primary.port)
  await replay("resume")
  await vi.waitFor(async () => expect(await portRead()).toBe(standby.port), patience)
  await standby.kill()
  expect(await rename("Alone")).toBe("Alone")
  await standby.start()
  await vi.waitFor(async () => expect(await portRead()).toBe(standby.port), patience)
  // Without the primary, pages are still there.
  await primary.kill()
  expect((await readPublicPage(services, slug, new Date()))?.name).toBe("Alone")
})

test("behind PgBouncer in transaction mode everything works with Redis, and nothing starts without", async () => {
  const { smtp, settings, folder } = await openStage()
  const database = await cloneDatabase()
  onTestFinished(() => database.drop())
  const bouncer = await startPgBouncer(new URL(database.connectionString))
  onTestFinished(() => bouncer.stop())
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const without = { ...settings, DATABASE_URL: bouncer.url.href }
  await expect(enter(without)).rejects.toThrow(/connection pooler in transaction mode.*REDIS_URL/)
  const all = { ...without, REDIS_URL: redis.url }
  const programs = [await startProgram(all), await startProgram(all, ["probe,notify"])]
  onTestFinished(async () => {
    for (const program of programs) await program.stop()
  })
  const world = await enter(all)
  onTestFinished(() => world.close())
  const ids = await makeOutages(world, 10)
  await askAll(world, ids)
  await smtp.reached(ids.length)
  expect(new Set(smtp.mails.map(({ parsed }) => parsed.messageId)).size).toBe(ids.length)
  // What takes locks releases them.
  const { services } = world
  for (let turn = 0; turn < 3; turn += 1) {
    await Promise.all([
      ensureCheckPartitions(services.database.pool),
      rollUp(services),
      rollUp(services),
    ])
  }
  const made = await command(
    { ...all, BACKUP_PASSPHRASE: "a long passphrase" },
    ["backup", "--to", join(folder, "backups")],
    z.object({ rows: z.number() }),
  )
  expect(made.rows).toBeGreaterThan(100)
  const { rows } = await services.database.pool.query(
    `select count(*)::int from pg_locks where locktype = 'advisory' and granted
        and database = (select oid from pg_database where datname = current_database())
        and pid in (select pid from pg_stat_activity where state = 'idle')`,
  )
  expect(rows).toEqual([{ count: 0 }])
})

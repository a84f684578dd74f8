import { mkdtemp, rm } from "node:fs/promises"
import { setTimeout as wait } from "node:timers/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test, vi } from "vitest"
import { startEmbedded } from "../../src/platform/embedded/start-embedded.ts"
import { readEnv } from "../../src/platform/env.ts"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { requestCheck } from "../../src/graphql/monitoring/monitor/state/request-check.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { createLog } from "../../src/platform/log.ts"
import { openServices } from "../../src/platform/services.ts"
import { insertMonitor } from "../support/checks.ts"
import { closedPort } from "../support/listeners.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember } from "../support/people.ts"
import { startSmtp } from "../support/smtp.ts"
import { makeProject, type World } from "../support/world.ts"
import { openTargets } from "./targets.ts"
import { rolesOf, startProgram, type Program } from "./program.ts"
import { patience } from "../support/patience.ts"

const incidents = 50
/** This many are acknowledged during the test. */
const acknowledged = 10
const chaosMs = 60_000
const victims = ["notify", "notify", "probe", "api"]

async function every(ms: number, signal: AbortSignal, work: () => Promise<unknown>) {
  while (!signal.aborted) {
    await work()
    await wait(ms)
  }
}

async function killOne(program: Program): Promise<void> {
  const victim = victims[Math.floor(Math.random() * victims.length)] ?? ""
  const pid = (await rolesOf(program)).get(victim)
  if (pid !== undefined) process.kill(pid, "SIGKILL")
}

/** The running program's own database. */
async function enter(settings: Record<string, string>): Promise<World> {
  const env = readEnv(settings)
  const joined = await startEmbedded(env, createLog("silent", "test"))
  const services = await openServices(env, joined.connectionString, "test")
  return {
    services,
    connectionString: joined.connectionString,
    system: contextFor(services, { kind: "system", name: "test" }),
    async close() {
      await services.close()
      await joined.stop()
    },
  }
}

const inOrder = (all: { ruleOrder: number }[]) =>
  all.map(({ ruleOrder }) => ruleOrder).toSorted((a, b) => a - b)

test("workers killed at random during fifty incidents: no step is missing, duplicated or after the end", async () => {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-chaos-"))
  const smtp = await startSmtp()
  const targets = await openTargets()
  const settings = {
    REACHABLE_RANGES: "127.0.0.0/8",
    EGRESS_ANCHORS: targets.anchor,
    HOST: "127.0.0.1",
    LOG_LEVEL: "error",
    DATA_DIR: join(folder, "data"),
    PORT: "0",
    SMTP_URL: smtp.url,
    MAIL_FROM: "Watchkeeper <alerts@watch.example>",
  }
  const program = await startProgram(settings)
  const world = await enter(settings)
  const { pool, prisma } = world.services.database
  const paging = pagingOf(world)
  try {
    const { id: projectId } = await makeProject(world)
    const [ada, bo, cy] = [
      await makeMember(world, projectId, "owner", "Ada"),
      await makeMember(world, projectId, "viewer", "Bo"),
      await makeMember(world, projectId, "viewer", "Cy"),
    ]
    await createPolicy(ada.ctx, {
      projectId,
      name: "Standard",
      rules: [ada, bo, cy].map(({ userId }, at) => ({
        delayMinutes: at,
        targets: [{ userId }],
      })),
    })
    const port = await closedPort()
    const ends = new Map<string, number>()
    const monitors = []
    for (let at = 0; at < incidents; at += 1) {
      const monitor = await insertMonitor(world, projectId, { failureThreshold: 1 })
      // One address each, so that no alert joins another.
      const host = `127.0.${at + 1}.1`
      await prisma.monitor.update({ where: { id: monitor.id }, data: { host, port } })
      monitors.push(monitor)
    }
    /** Makes waiting work due now without a nudge, so a poll has to find it. */
    const passTime = () =>
      pool.query(
        `with steps as (update escalation set due_at = now() where state = 'active' and due_at > now())
         update delivery set due_at = now() where state = 'pending' and queue = 'page' and due_at > now()`,
      )
    const acknowledgeOne = async () => {
      const where = { acknowledgedAt: null, pages: { some: {} } }
      const alert = await prisma.alert.findFirst({ where, orderBy: { number: "desc" } })
      if (alert === null || ends.size === acknowledged) return
      await paging.acknowledge(alert.id)
      ends.set(alert.id, Date.now())
    }
    const chaos = new AbortController()
    const over = Promise.all([
      every(3000, chaos.signal, () => killOne(program)),
      every(1000, chaos.signal, passTime),
      every(1500, chaos.signal, acknowledgeOne),
    ])
    for (const { id } of monitors) {
      await requestCheck(world.system, id)
      await wait(chaosMs / incidents)
    }
    chaos.abort()
    await over
    await vi.waitFor(async () => {
      await acknowledgeOne()
      await passTime()
      expect(await prisma.alert.count()).toBe(incidents)
      expect(ends.size).toBe(acknowledged)
      expect(await prisma.escalation.count({ where: { state: "active" } })).toBe(0)
      expect(await prisma.delivery.count({ where: { queue: "page", state: "pending" } })).toBe(0)
    }, patience)
    const alerts = await prisma.alert.findMany({
      include: {
        escalation: { include: { steps: true } },
        pages: { include: { deliveries: { include: { attempts: true } } } },
      },
    })
    const rows = alerts.map(({ id, escalation, pages }) => {
      const deliveries = pages.flatMap((page) => page.deliveries)
      return {
        endedAt: ends.get(id) ?? null,
        steps: inOrder(escalation?.steps ?? []),
        paged: inOrder(pages),
        states: deliveries.map(({ state }) => state),
        sentAt: deliveries.flatMap(({ attempts }) =>
          attempts.flatMap(({ outcome, startedAt }) => (outcome === "accepted" ? [startedAt] : [])),
        ),
      }
    })
    expect(rows.map(({ paged }) => paged)).toEqual(rows.map(({ steps }) => steps))
    expect(rows.map(({ states }) => states.length)).toEqual(rows.map(({ paged }) => paged.length))
    const left = rows.filter(({ endedAt }) => endedAt === null)
    expect(left.map(({ steps }) => steps)).toEqual(left.map(() => [1, 2, 3]))
    expect(left.map(({ states }) => states)).toEqual(left.map(() => Array(3).fill("delivered")))
    const late = rows.flatMap(({ endedAt, sentAt }) =>
      sentAt.filter((at) => endedAt !== null && at.getTime() > endedAt),
    )
    expect(late).toEqual([])
    // Each arrived; twice only if its sender was killed before it recorded the result.
    const all = alerts.flatMap(({ pages }) => pages.flatMap((page) => page.deliveries))
    const delivered = all.filter(({ state }) => state === "delivered").length
    const interrupted = all.flatMap(({ attempts }) =>
      attempts.filter(({ outcome }) => outcome === "interrupted"),
    ).length
    expect(smtp.mails.length).toBeGreaterThanOrEqual(delivered)
    expect(smtp.mails.length).toBeLessThanOrEqual(delivered + interrupted)
  } catch (error) {
    throw new Error(`the program said:\n${program.log()}`, { cause: error })
  } finally {
    await world.close()
    await program.stop()
    await smtp.stop()
    targets.close()
    await rm(folder, { recursive: true, force: true })
  }
})

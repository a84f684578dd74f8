import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { beforeEach, expect, onTestFinished, test } from "vitest"
import { auditEscalations } from "../../src/graphql/on-call/escalation/audit-escalations.ts"
import { startEscalations } from "../../src/graphql/on-call/escalation/start-escalation.ts"
import { readFigures } from "../../src/graphql/monitoring/health/read-health.ts"
import { transact } from "../../src/graphql/kernel/transaction.ts"
import { createLog } from "../../src/platform/log.ts"
import { troubleOf } from "../../src/jobs/audit/dead-man-switch.ts"
import { startAuditor } from "../../src/jobs/audit/audit-escalations.ts"
import { startEscalation } from "../../src/notify/escalate.ts"
import { createHealth } from "../../src/pages/health.ts"
import { makeMonitorRow } from "../support/monitor-row.ts"
import { lanesOf } from "../support/queue.ts"
import { soon } from "../support/soon.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const queues = lanesOf(world)

beforeEach(async () => {
  await queues.sql("delete from alert")
  await queues.sql("delete from delivery")
  await queues.sql("delete from monitor")
  await queues.sql(
    "update escalation_audit set began_at = '-infinity', faults = 0, faults_total = 0",
  )
})

const audit = () => auditEscalations(world.services)
/** More than a minute: the machine's clock may be set back a little meanwhile. */
const letAMinutePass = () =>
  queues.sql("update escalation_audit set began_at = began_at - interval '90 s'")

async function raise() {
  const { id: projectId } = await makeProject(world)
  const { alertId } = await queues.page(projectId, ["sms"])
  return { projectId, alertId }
}

async function raiseWithEscalation() {
  const raised = await raise()
  await transact(world.services, (tx) => startEscalations(tx, [raised.alertId]))
  return raised
}

const readEscalation = async (alertId: string) => {
  const { rows } = await queues.sql(
    "select state, due_at <= now() as is_due from escalation where alert_id = $1",
    [alertId],
  )
  return rows[0]
}

test("alerts that are acknowledged, exhausted or have a next step pass the audit; it runs once a minute", async () => {
  const [acknowledged, exhausted] = [await raise(), await raiseWithEscalation()]
  await raiseWithEscalation()
  await queues.sql("update alert set acknowledged_at = now() where id = $1", [acknowledged.alertId])
  await queues.sql("update escalation set state = 'exhausted' where alert_id = $1", [
    exhausted.alertId,
  ])
  expect(await audit()).toEqual([])
  expect(await audit()).toBeNull()
  await letAMinutePass()
  expect((await Promise.all([audit(), audit()])).filter((one) => one !== null)).toEqual([[]])
})

test("the counter of faults starts again at zero after 2,147,483,647, as counters may", async () => {
  await raise()
  await queues.sql("update escalation_audit set faults_total = 2147483647")
  expect(await audit()).toHaveLength(1)
  expect(await readFigures(world.services)).toMatchObject({ faults: 1, faultsTotal: 0 })
})

test("an open alert without an escalation is found, counted and paged", async () => {
  const never = await raise()
  const ended = await raiseWithEscalation()
  const orphan = await raiseWithEscalation()
  await queues.sql("update escalation set state = 'ended' where alert_id = $1", [ended.alertId])
  const [joined, left, lead] = [
    await raiseWithEscalation(),
    await raiseWithEscalation(),
    await raiseWithEscalation(),
  ]
  await queues.sql("update alert set acknowledged_at = now() where id = $1", [lead.alertId])
  const join = "update escalation set state = 'joined', lead_id = $2 where alert_id = $1"
  await queues.sql(join, [orphan.alertId, null])
  await queues.sql(join, [joined.alertId, ended.alertId])
  await queues.sql(join, [left.alertId, lead.alertId])
  const found = await audit()
  expect(found?.map(({ alertId, why }) => [alertId, why])).toEqual([
    [never.alertId, "missing"],
    [ended.alertId, "ended"],
    [orphan.alertId, "orphaned"],
    [left.alertId, "orphaned"],
  ])
  for (const { alertId } of [never, ended, orphan, left]) {
    expect(await readEscalation(alertId)).toMatchObject({ state: "active", is_due: true })
  }
  const { report } = await createHealth(world.services)()
  expect(report).toMatchObject({
    status: "degraded",
    escalation: {
      status: "degraded",
      open_alerts: 5,
      faults: 4,
      last_audit_age_seconds: expect.toSatisfy((age: number) => age < 15),
    },
  })
  await letAMinutePass()
  expect(await audit()).toEqual([])
  expect(await readFigures(world.services)).toMatchObject({ faults: 0, faultsTotal: 4 })
})

test("an overdue step is found after a minute", async () => {
  const { alertId } = await raiseWithEscalation()
  await queues.sql("update escalation set due_at = now() - interval '30 s'")
  expect(await audit()).toEqual([])
  await queues.sql("update escalation set due_at = now() - interval '90 s'")
  await letAMinutePass()
  expect(await audit()).toMatchObject([{ alertId, why: "overdue" }])
})

test("a step that fails repeatedly delays no other, and is found as well", async () => {
  const [failing, other] = [await raiseWithEscalation(), await raiseWithEscalation()]
  // One more step than a batch holds.
  await queues.sql(
    "update escalation set rounds_before = 2147483647, due_at = now() - interval '90 s' where alert_id = $1",
    [failing.alertId],
  )
  const log = createLog("silent", "test")
  const loop = startEscalation({ ...world.services, log }, () => undefined)
  onTestFinished(() => loop.stop())
  await soon(() => readEscalation(other.alertId)).toMatchObject({ state: "exhausted" })
  expect(await audit()).toMatchObject([{ alertId: failing.alertId, why: "overdue" }])
})

const escalation = async () => (await createHealth(world.services)()).report.escalation

test("an audit that did not run is reported if alerts are open", async () => {
  await raiseWithEscalation()
  await audit()
  expect(await escalation()).toMatchObject({ status: "ok" })
  await queues.sql("update escalation_audit set ended_at = now() - interval '180 s'")
  expect(await escalation()).toMatchObject({
    status: "degraded",
    last_audit_age_seconds: expect.toSatisfy((age: number) => age > 150 && age < 240),
  })
  await queues.sql("update alert set resolved_at = now()")
  expect(await escalation()).toMatchObject({ status: "ok", open_alerts: 0 })
})

async function startWatcher(status: () => number) {
  const pings: (string | undefined)[] = []
  const server = createServer((request, response) => {
    pings.push(request.url)
    response.writeHead(status()).end()
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/check-in`, pings }
}

test("the dead-man URL is pinged each minute while health is ok, and not otherwise", async () => {
  const watcher = await startWatcher(() => 200)
  const errors: string[] = []
  const { services } = world
  const log = { ...services.log, error: (_: unknown, words: string) => errors.push(words) }
  const env = { ...services.env, DEAD_MAN_URL: watcher.url }
  const auditor = startAuditor({ ...services, env, log: log as unknown as typeof services.log })
  onTestFinished(() => auditor.stop())
  await soon(() => watcher.pings).toEqual(["/check-in"])
  const pinged = async () => (await queues.sql("select pinged_at from escalation_audit")).rows[0]
  await soon(pinged).toMatchObject({ pinged_at: expect.any(Date) })
  const { projectId } = await raise()
  await letAMinutePass()
  auditor.nudge()
  await soon(() => errors).toEqual([
    "an open alert is not being escalated: it has no escalation",
    "1 of 1 open alert has no next step. The log of the notify process says why.",
    "the dead-man URL is not pinged",
  ])
  // Repaired, but no prober is running.
  await makeMonitorRow(world, projectId, {})
  await queues.sql(
    "update monitor set updated_at = now() - interval '1 h', watched_since = now() - interval '1 h'",
  )
  const figures = { ...(await readFigures(services)), faults: 0, auditAge: 0 }
  expect(troubleOf(figures, null)).toMatch(/^1 of 1 monitor is overdue/)
  const line = { isLineAlive: true, isAnyLineAlive: true }
  const seen = { ...figures, overdueMonitors: 0, ...line }
  expect(troubleOf(seen, null)).toBeNull()
  expect(troubleOf(seen, { code: "bus_silent", parameters: {} })).toMatch(
    /^The bus does not respond/,
  )
  const waiting = { ...seen.oldestDue, page: 61 }
  expect(troubleOf({ ...seen, oldestDue: waiting }, null)).toMatch(/page queue has been due/)
  expect(troubleOf({ ...seen, isIpv6Alive: false }, null)).toMatch(/no IPv6 anchor/)
  expect(troubleOf({ ...seen, areResolversAlive: false }, null)).toMatch(/name servers/)
  expect(troubleOf({ ...seen, unknownMonitors: 1 }, null)).toMatch(/1 of 1 monitor were/)
  await queues.sql("delete from monitor")
  await letAMinutePass()
  auditor.nudge()
  await soon(() => watcher.pings).toHaveLength(2)
  expect(errors).toHaveLength(3)
  // A finding about our own network stands; then one that harms nothing.
  const find = (code: string) =>
    queues.sql(
      `insert into egress_check (prober_id, anchors, reached, findings, at)
       values ('0190f5fe-0000-7000-8000-000000000001', 2, 2, $1, now())
       on conflict (prober_id) do update set findings = $1`,
      [JSON.stringify([{ code, text: "What was found." }])],
    )
  await find("tls_inspected")
  await letAMinutePass()
  auditor.nudge()
  await soon(() => errors.slice(3)).toEqual(["What was found.", "the dead-man URL is not pinged"])
  expect(watcher.pings).toHaveLength(2)
  await find("strange")
  await letAMinutePass()
  auditor.nudge()
  await soon(() => watcher.pings).toHaveLength(3)
  expect(errors).toHaveLength(5)
  await queues.sql("delete from egress_check")
})

import { expect, test } from "vitest"
import { readFindings } from "../../src/findings/finding.ts"
import { say } from "../../src/findings/say.ts"
import { z } from "zod"
import { resolveAlert } from "../../src/graphql/incidents/alert/resolve-alerts.ts"
import { acknowledgeAlert } from "../../src/graphql/incidents/alert/acknowledge-alert.ts"
import { deleteMonitor } from "../../src/graphql/monitoring/monitor/write/delete-monitor.ts"
import { createSlo } from "../../src/graphql/slo/create-slo.ts"
import { storeEvaluation } from "../../src/graphql/slo/evaluate-slo.ts"
import { evaluateSlos } from "../../src/graphql/slo/evaluate-slos.ts"
import { measureSlo } from "../../src/graphql/slo/measure-slo.ts"
import { muteSlo, unmuteSlo } from "../../src/graphql/slo/mute-slo.ts"
import { eventPayloads } from "../../src/graphql/outbox/event-payloads.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { newId } from "../../src/platform/id.ts"
import { ask, keyActor } from "../support/ask.ts"
import { changeOf, maintain, monitorWith } from "../support/history.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const minuteMs = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs)
type Change = Parameters<typeof monitorWith>[3][number]

/** A project with a person on call and an SLO of 99.9 % over a monitor that has been up for 60 days. */
async function open(...changes: Change[]) {
  const paging = pagingOf(world)
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  await paging.channel({ userId: ada.userId }, "sms")
  await createPolicy(ada.ctx, {
    projectId,
    name: "Standard",
    rules: [{ delayMinutes: 0, targets: [{ userId: ada.userId }] }],
  })
  const since = ago(60 * 24 * 60)
  const monitor = await monitorWith(world, projectId, since, [["operational", since], ...changes])
  const slo = await createSlo(ada.ctx, {
    projectId,
    name: "checkout availability",
    targetPercent: 99.9,
    windowDays: 30,
    indicator: "monitors",
    monitorIds: [monitor.id],
  })
  return { paging, projectId, ada, monitor, slo }
}

const db = () => world.services.database.prisma
const alertsOf = (sloId: string) =>
  db().alert.findMany({ where: { sloId }, orderBy: { number: "asc" }, include: { severity: true } })
const decisionsOf = async (sloId: string) => {
  const rows = await db().sloDecision.findMany({
    where: { sloId },
    orderBy: [{ at: "asc" }, { id: "asc" }],
  })
  return rows.map(({ speed, decision }) => `${speed} ${decision}`)
}

const needs = () => ({ ...world.services, openStore: () => null })

/** Evaluates what is due; everything of this file is. */
async function evaluate() {
  await db().slo.updateMany({ data: { dueAt: ago(1), evaluatedAt: null } })
  return evaluateSlos(needs())
}

const change = (monitorId: string, to: "operational" | "offline" | "unknown", at: Date) =>
  changeOf(world, monitorId, to, at)

test("fires in both windows, pages once through the policy, and clears with the short window", async () => {
  const { paging, slo, monitor, ada } = await open(["offline", ago(7)])
  await evaluate()
  const [fast, ...others] = await alertsOf(slo.id)
  // 7 of 360 minutes are 19 times the budget as well.
  expect(others.map(({ severity }) => severity.name)).toEqual(["low"])
  expect(fast).toMatchObject({ monitorId: null, incidentId: null, severity: { name: "high" } })
  expect(fast?.title).toMatch(
    /^SLO checkout availability: burning 1\d\d times too fast; budget gone in [45] h/,
  )
  expect(say(readFindings(fast?.findings))).toMatch(
    /^Burn rate 1,000 over 5 min and 1\d\d over 1 h, limit 14\.4\./,
  )
  const alertId = fast?.id ?? ""
  // What webhooks and team channels are sent.
  const { payload } = await db().delivery.findFirstOrThrow({
    where: { subjectId: alertId, event: "alert.created", pageId: null },
  })
  expect(eventPayloads["alert.created"].parse(payload)).toMatchObject({
    alert: {
      monitor: null,
      slo: {
        id: slo.id,
        name: "checkout availability",
        target_percent: 99.9,
        window_days: 30,
        indicator: "monitors",
        service: null,
      },
    },
  })
  expect(await paging.runDueSteps()).toBe(1)
  expect(await paging.pages(alertId)).toEqual(["1.1 Ada: sms +0"])
  await evaluate()
  expect(await paging.runDueSteps()).toBe(0)
  expect(await alertsOf(slo.id)).toHaveLength(2)
  await paging.deliver(alertId)
  await acknowledgeAlert(ada.ctx, alertId)
  // Up for six minutes: the fast alert clears, and the window of 30 minutes is still bad.
  await db().statusChange.updateMany({
    where: { monitorId: monitor.id, to: "offline" },
    data: { at: ago(13) },
  })
  await change(monitor.id, "operational", ago(6))
  await evaluate()
  const after = await alertsOf(slo.id)
  expect(after.map(({ resolvedAt }) => resolvedAt !== null)).toEqual([true, false])
  expect(await decisionsOf(slo.id)).toEqual(["fast fired", "slow fired", "fast cleared"])
  const { data, errors } = await ask(
    world,
    ada.ctx.actor,
    `query ($id: ID!) { alert(id: $id) { slo { name } timeline { nodes { __typename title detail } } } }`,
    { id: alertId },
  )
  expect(errors).toEqual([])
  const timeline = JSON.stringify(data)
  expect(timeline).toContain("Error budget burns too fast")
  expect(timeline).toMatch(/The burn rate over 5 min fell to 0, below 14\.4\./)
})

test("two workers, a killed one and a late evaluation raise one alert", async () => {
  const { slo } = await open(["offline", ago(20)])
  const read = () =>
    db().slo.findUniqueOrThrow({
      where: { id: slo.id },
      include: { monitors: { select: { monitorId: true } } },
    })
  await db().slo.updateMany({ data: { dueAt: ago(1), evaluatedAt: null } })
  const row = await read()
  const now = new Date()
  const measured = await measureSlo({ ...world.services, store: null }, row, now)
  const claimed = await Promise.all([
    evaluateSlos(needs()),
    evaluateSlos(needs()),
    storeEvaluation(world.services, row, measured, now),
    storeEvaluation(world.services, row, measured, now),
  ])
  // Each SLO of this file is claimed once; one that was locked at that moment is claimed next.
  const next = await evaluateSlos(needs())
  expect(claimed[0] + claimed[1] + next).toBe(await db().slo.count())
  expect(await alertsOf(slo.id)).toHaveLength(2)
  expect(await storeEvaluation(world.services, row, measured, now)).toBe(false)
  // Of other settings, which a person saved meanwhile.
  await db().slo.update({ where: { id: slo.id }, data: { name: "other" } })
  expect(await storeEvaluation(world.services, row, measured, new Date())).toBe(false)
})

test("unknown time and maintenance count neither way, and without data nothing fires or clears", async () => {
  const { slo, monitor, projectId } = await open(["offline", ago(20)])
  await evaluate()
  expect(await alertsOf(slo.id)).toHaveLength(2)
  await change(monitor.id, "unknown", ago(19))
  await evaluate()
  expect((await alertsOf(slo.id)).map(({ resolvedAt }) => resolvedAt)).toEqual([null, null])
  const { data, errors } = await ask(
    world,
    keyActor(projectId, newId(), ["monitors:read"]),
    `query ($id: ID!) { slo(id: $id) { status budget { coverage consumed total } burns { speed shortRate longRate isFiring } } }`,
    { id: slo.id },
  )
  expect(errors).toEqual([])
  const found = (data as { slo: { status: string; burns: object[]; budget: { coverage: number } } })
    .slo
  expect(found.status).toBe("BURNING")
  expect(found.burns[0]).toMatchObject({ speed: "FAST", shortRate: null, isFiring: true })
  expect(found.budget.coverage).toBeGreaterThan(0.999)
  expect(found.budget).toMatchObject({
    consumed: expect.closeTo(1, 1),
    total: expect.closeTo(43.1, 0),
  })

  const other = await open(["offline", ago(20)])
  await maintain(world, other.monitor, ago(60), new Date(Date.now() + 60 * minuteMs))
  await evaluate()
  expect(await alertsOf(other.slo.id)).toEqual([])
})

test("a mute silences and pauses, and what goes on is alerted afterwards", async () => {
  const { paging, slo, ada, monitor } = await open(["offline", ago(20)])
  await muteSlo(ada.ctx, slo.id, { durationMinutes: 60 })
  await evaluate()
  await evaluate()
  expect(await alertsOf(slo.id)).toEqual([])
  expect(await decisionsOf(slo.id)).toEqual(["fast silenced", "slow silenced"])
  await unmuteSlo(ada.ctx, slo.id)
  await evaluate()
  const [fast] = await alertsOf(slo.id)
  const alertId = fast?.id ?? ""
  await muteSlo(ada.ctx, slo.id, { durationMinutes: 60 })
  await paging.runDueSteps()
  expect(await paging.pages(alertId)).toEqual([])
  await unmuteSlo(ada.ctx, slo.id)
  await paging.runDueSteps()
  expect(await paging.pages(alertId)).toEqual(["1.1 Ada: sms +0"])
  // A window over its only monitor pauses it, too.
  await maintain(world, monitor, ago(1), new Date(Date.now() + 60 * minuteMs))
  await paging.sql(
    "update escalation set state = 'active', step = 0, due_at = now() - interval '10 seconds' where alert_id = $1",
    [alertId],
  )
  await paging.runDueSteps()
  expect((await paging.escalation(alertId)).dueAt.getTime()).toBeGreaterThan(
    Date.now() + 50 * minuteMs,
  )
})

test("an alert that a person resolved is raised again after an hour, and one that clears briefly is reopened", async () => {
  const { slo, ada, monitor } = await open(["offline", ago(20)])
  await evaluate()
  const [first] = await alertsOf(slo.id)
  const id = first?.id ?? ""
  await resolveAlert(ada.ctx, id)
  await evaluate()
  expect(await alertsOf(slo.id)).toHaveLength(2)
  await db().alert.update({ where: { id }, data: { resolvedAt: ago(61) } })
  await evaluate()
  const again = await alertsOf(slo.id)
  expect(
    again.map(({ severity, resolvedAt }) => `${severity.name} ${resolvedAt === null}`),
  ).toEqual(["high false", "low true", "high true"])
  await change(monitor.id, "operational", ago(6))
  await evaluate()
  await change(monitor.id, "offline", ago(5))
  await evaluate()
  expect(await decisionsOf(slo.id)).toEqual([
    "fast fired",
    "slow fired",
    "fast fired",
    "fast cleared",
    "fast reopened",
  ])
  expect((await alertsOf(slo.id))[2]?.resolvedAt).toBeNull()
})

test("an alert joins that of its monitor, and a deleted monitor leaves the SLO", async () => {
  const { paging, slo, projectId, ada, monitor } = await open()
  await db().monitor.update({ where: { id: monitor.id }, data: { failureThreshold: 1 } })
  const failed = await paging.fail(projectId, monitor)
  await db().statusChange.updateMany({
    where: { monitorId: monitor.id, to: "offline" },
    data: { at: ago(6) },
  })
  await evaluate()
  const [fast] = await alertsOf(slo.id)
  expect(await paging.escalation(fast?.id ?? "")).toMatchObject({
    state: "joined",
    leadId: failed.alert.id,
  })
  await acknowledgeAlert(ada.ctx, failed.alert.id)
  expect((await alertsOf(slo.id)).every(({ acknowledgedAt }) => acknowledgedAt !== null)).toBe(true)
  await deleteMonitor(ada.ctx, monitor.id)
  expect((await alertsOf(slo.id)).every(({ resolvedAt }) => resolvedAt !== null)).toBe(true)
  await evaluate()
  expect(await db().slo.findUnique({ where: { id: slo.id } })).toMatchObject({ status: "no_data" })
})

const fields = `id name targetPercent windowDays fastFactor slowFactor mutedUntil monitors { name }`

test("a viewer reads, an editor writes, other projects see nothing, and bad input names its field", async () => {
  const { projectId, slo, monitor, ada } = await open()
  const viewer = await makeMember(world, projectId, "viewer", "Vi")
  const stranger = await open()
  const one = `query ($id: ID!) { slo(id: $id) { ${fields} series { points { at } } alerts { edges { node { id } } } } }`
  const read = await ask(world, viewer.ctx.actor, one, { id: slo.id })
  expect(read.data).toMatchObject({ slo: { fastFactor: 14.4, slowFactor: 6 } })
  const foreign = await ask(world, stranger.ada.ctx.actor, one, { id: slo.id })
  expect(foreign.errors).toMatchObject([{ code: "not_found" }])
  const update = `mutation ($id: ID!, $target: Float, $fast: Float, $monitors: [ID!]) {
    updateSlo(id: $id, targetPercent: $target, fastFactor: $fast, monitorIds: $monitors) { ${fields} } }`
  const refused = await ask(world, viewer.ctx.actor, update, { id: slo.id, target: 99 })
  expect(refused.errors).toMatchObject([{ code: "insufficient_scope" }])
  const bad = await ask(world, ada.ctx.actor, update, { id: slo.id, target: 95, fast: 20 })
  expect(bad.errors).toMatchObject([
    { message: expect.stringContaining("#/fastFactor must be below 20") },
  ])
  const others = { id: slo.id, monitors: [stranger.monitor.id] }
  const theirs = await ask(world, ada.ctx.actor, update, others)
  expect(theirs.errors).toMatchObject([{ message: expect.stringContaining("#/monitorIds/0") }])
  const done = await ask(world, ada.ctx.actor, update, { id: slo.id, target: 95, fast: 15 })
  expect(done.data).toMatchObject({
    updateSlo: { targetPercent: 95, fastFactor: 15, slowFactor: 6 },
  })
  const preview = `query ($id: ID!, $monitors: [ID!]) { project(id: $id) {
    slos(search: "check", monitorIds: $monitors) { totalCount edges { node { name } } }
    sloPreview(indicator: MONITORS, targetPercent: 99.9, windowDays: 7, monitorIds: $monitors) {
      fastDefault budget { attainedPercent coverage } burns { speed } points { at } } } }`
  const seen = await ask(world, viewer.ctx.actor, preview, {
    id: projectId,
    monitors: [monitor.id],
  })
  expect(seen.data).toMatchObject({
    project: {
      slos: { totalCount: 1 },
      sloPreview: { fastDefault: 3.36, budget: { attainedPercent: 100 }, burns: [] },
    },
  })
  const gone = await ask(world, ada.ctx.actor, `mutation ($id: ID!) { deleteSlo(id: $id) }`, {
    id: slo.id,
  })
  expect(gone.errors).toEqual([])
  const audited = await db().auditEntry.findMany({
    where: { subjectId: slo.id },
    orderBy: { id: "asc" },
  })
  expect(audited.map(({ action }) => action)).toEqual(["slo.created", "slo.updated", "slo.deleted"])
})

const edge = z.object({ cursor: z.string(), node: z.object({ id: z.string() }) })

test("the Free plan has three SLOs", async () => {
  const { id: projectId } = await makeProject(world, "free")
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const make = () =>
    createSlo(ada.ctx, {
      projectId,
      name: "cart",
      targetPercent: 99,
      windowDays: 7,
      indicator: "service",
      service: "cart",
      fastFactor: null,
    })
  await make()
  await make()
  expect(await make()).toMatchObject({ fastFactor: null, slowFactor: 1.4 })
  await expect(make()).rejects.toMatchObject({ code: "plan_limit_exceeded" })
  // Without telemetry the evaluation says so and decides nothing.
  await evaluate()
  const rows = await db().slo.findMany({ where: { projectId } })
  expect(rows.map(({ status, figures }) => [status, JSON.stringify(figures)])).toEqual(
    rows.map(() => ["no_data", expect.stringContaining("no_telemetry_stored")]),
  )

  // Least budget first, those without data last, page by page.
  const [first, second, third] = rows.map(({ id }) => id)
  await db().slo.update({ where: { id: first ?? "" }, data: { budgetLeft: 0.25 } })
  await db().slo.update({ where: { id: third ?? "" }, data: { budgetLeft: -3.5e-7 } })
  const list = `query ($id: ID!, $after: String) { project(id: $id) {
    slos(first: 1, after: $after, sort: BUDGET_LEFT_ASC) { edges { cursor node { id } } } } }`
  const listed: string[] = []
  const read = z.object({ project: z.object({ slos: z.object({ edges: z.array(edge) }) }) })
  for (let after: string | null = null; listed.length < 3;) {
    const { data } = await ask(world, ada.ctx.actor, list, { id: projectId, after })
    const [found] = read.parse(data).project.slos.edges
    if (found === undefined) break
    listed.push(found.node.id)
    after = found.cursor
  }
  expect(listed).toEqual([third, first, second])
})

import { expect, test } from "vitest"
import { rollUp } from "../../src/graphql/monitoring/check/check-rollup.ts"
import { readUptime } from "../../src/graphql/monitoring/check/check-uptime.ts"
import { createCorrection } from "../../src/graphql/monitoring/correction/create-correction.ts"
import { deleteCorrection } from "../../src/graphql/monitoring/correction/delete-correction.ts"
import { deleteMonitor } from "../../src/graphql/monitoring/monitor/write/delete-monitor.ts"
import { createSlo } from "../../src/graphql/slo/create-slo.ts"
import { evaluateSlos } from "../../src/graphql/slo/evaluate-slos.ts"
import { attachMonitor } from "../../src/graphql/status-pages/status-page/attach-resource.ts"
import { updateStatusPage } from "../../src/graphql/status-pages/status-page/update-status-page.ts"
import { readPublicPage } from "../../src/graphql/status-pages/status-page/view-page.ts"
import { openReport } from "../../src/graphql/status-pages/uptime-report/open-report.ts"
import { reportMail } from "../../src/graphql/status-pages/uptime-report/report-mail.ts"
import { readReport } from "../../src/graphql/status-pages/uptime-report/read-report.ts"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import { english } from "../../src/channels/words/english.ts"
import { renderBadge } from "../../src/pages/badge.ts"
import { ask, keyActor } from "../support/ask.ts"
import { correct, midnight, monitorWith } from "../support/history.ts"
import { makeMember } from "../support/people.ts"
import { makePublicPage } from "../support/status-page.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const hourMs = 3_600_000
/** Hours after a midnight. */
const at = (days: number, hours: number) => new Date(midnight(days).getTime() + hours * hourMs)

/** Offline on one day from noon to 14:00. */
const brokenOn = (projectId: string, day: number, createdAt = midnight(day - 2)) =>
  monitorWith(world, projectId, createdAt, [
    ["operational", createdAt],
    ["offline", at(day, 12)],
    ["operational", at(day, 14)],
  ])

const dayOf = async (seq: number, day: number) => {
  const read = await readUptime(world.services, seq, { from: midnight(day), to: midnight(day + 1) })
  return [read.percent?.toFixed(2), read.times.excluded.offline / 60_000, read.coverage.toFixed(4)]
}

test("an outage of the past is excluded at once, also from closed days, and counts again when that is undone", async () => {
  const { id: projectId } = await makeProject(world)
  const { ctx } = await makeMember(world, projectId, "editor", "Grace")
  const { prisma, pool } = world.services.database
  const [recent, old] = [await brokenOn(projectId, -3), await brokenOn(projectId, -500)]
  // Its days are rolled up, and its hours, which are older than 13 months, deleted.
  const until = { where: { id: old.id }, data: { deletedAt: midnight(-498) } }
  await prisma.monitor.update(until)
  await rollUp(world.services)
  await prisma.monitor.update({ ...until, data: { deletedAt: null } })
  await pool.query("update monitor_rollup set hours_until = date_trunc('hour', now())")
  await prisma.monitorHour.deleteMany({ where: { monitorSeq: old.seq } })
  const measured = ["91.67", 0, "1.0000"]
  const changes = await prisma.statusChange.findMany({ orderBy: { id: "asc" } })
  for (const [monitor, day] of [
    [recent, -3],
    [old, -500],
  ] as const) {
    expect(await dayOf(monitor.seq, day)).toEqual(measured)
    const span = { startsAt: at(day, 12), endsAt: at(day, 13) }
    const { id, actorName } = await createCorrection(ctx, {
      projectId,
      monitorIds: [monitor.id],
      ...span,
      reason: " Our own test ",
    })
    expect(actorName).toBe("Grace")
    const corrected = ["95.65", 60, "0.9583"]
    expect(await dayOf(monitor.seq, day)).toEqual(corrected)
    await rollUp(world.services)
    expect(await dayOf(monitor.seq, day)).toEqual(corrected)
    await deleteCorrection(ctx, id)
    expect(await dayOf(monitor.seq, day)).toEqual(measured)
    await rollUp(world.services)
    expect(await dayOf(monitor.seq, day)).toEqual(measured)
  }
  expect(await prisma.statusChange.findMany({ orderBy: { id: "asc" } })).toEqual(changes)
  const entries = await prisma.auditEntry.findMany({
    where: { projectId, action: { startsWith: "correction." } },
    orderBy: { id: "asc" },
  })
  expect(
    entries.map(({ action, actorName, subjectName }) => [action, actorName, subjectName]),
  ).toEqual(
    Array.from({ length: 2 }, () => [
      ["correction.created", "Grace", "Our own test"],
      ["correction.deleted", "Grace", "Our own test"],
    ]).flat(),
  )
  expect(entries[0]?.changes).toEqual({
    startsAt: at(-3, 12).toISOString(),
    endsAt: at(-3, 13).toISOString(),
    monitorIds: [recent.id],
  })
})

test("overlapping corrections exclude their union, and one that adds nothing is refused, also at the same moment", async () => {
  const { id: projectId } = await makeProject(world)
  const monitors = [await brokenOn(projectId, -2), await brokenOn(projectId, -2)]
  const first = await correct(world, monitors, at(-2, 11), at(-2, 12.5))
  await correct(world, monitors, at(-2, 12.25), at(-2, 13))
  const seq = monitors[1]?.seq ?? 0
  expect(await dayOf(seq, -2)).toEqual(["95.45", 60, "0.9167"])
  await deleteCorrection(world.system, first.id)
  expect(await dayOf(seq, -2)).toEqual(["94.62", 45, "0.9688"])
  const both = await Promise.allSettled(
    [1, 2].map(() => correct(world, monitors, at(-2, 13), at(-2, 14))),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
  expect(both.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "conflict", message: "A correction already excludes this span." },
  })
  await expect(deleteCorrection(world.system, first.id)).rejects.toMatchObject({
    code: "not_found",
  })
})

test("a span that is empty, too long or not over is refused, and so are foreign and deleted monitors", async () => {
  const { id: projectId } = await makeProject(world)
  const { id: other } = await makeProject(world)
  const monitor = await brokenOn(projectId, -2)
  const foreign = await brokenOn(other, -2)
  const refusal = (monitorIds: string[], startsAt: Date, endsAt: Date, reason = "Test") =>
    createCorrection(world.system, { projectId, monitorIds, startsAt, endsAt, reason }).then(
      () => null,
      (error: Error) => error.message.replace("The input is not valid: ", ""),
    )
  const [from, to] = [at(-2, 12), at(-2, 14)]
  expect([
    await refusal([monitor.id], to, from),
    await refusal([monitor.id], from, new Date(Date.now() + 60_000)),
    await refusal([monitor.id], midnight(-40), midnight(-2)),
    await refusal([], from, to),
    await refusal([monitor.id], from, to, "  "),
    await refusal([foreign.id], from, to),
  ]).toEqual([
    "#/endsAt must be later than startsAt",
    "#/endsAt must not be in the future; schedule a maintenance instead",
    "#/endsAt must be at most 31 days after startsAt",
    "#/monitorIds must name at least one monitor",
    "#/reason must not be empty",
    "#/monitorIds/0 must be a monitor of this project",
  ])
  const { id } = await correct(world, [monitor], from, to)
  await deleteMonitor(world.system, monitor.id)
  expect(await refusal([monitor.id], from, to)).toBe(
    "#/monitorIds/0 must be a monitor of this project",
  )
  // What was excluded for a monitor that is gone can still be undone.
  await deleteCorrection(world.system, id)
  expect(await dayOf(monitor.seq, -2)).toEqual(["91.67", 0, "1.0000"])
})

test("people need monitors:write, and people who are limited to labels correct only their monitors", async () => {
  const { id: projectId } = await makeProject(world)
  const label = await createLabel(world.system, { projectId, name: "eu" })
  const [ours, theirs] = [await brokenOn(projectId, -2), await brokenOn(projectId, -2)]
  const { prisma } = world.services.database
  await prisma.monitorLabel.create({ data: { monitorId: ours.id, labelId: label.id } })
  const viewer = await makeMember(world, projectId, "viewer")
  const limited = await makeMember(world, projectId, "editor", "Ada", { labelIds: [label.id] })
  const [startsAt, endsAt] = [at(-2, 12), at(-2, 13)]
  const given = { projectId, monitorIds: [ours.id], startsAt, endsAt, reason: "Test" }
  await expect(createCorrection(viewer.ctx, given)).rejects.toMatchObject({
    code: "insufficient_scope",
  })
  await expect(
    createCorrection(limited.ctx, { ...given, monitorIds: [ours.id, theirs.id] }),
  ).rejects.toThrow("#/monitorIds/1 must be a monitor of this project")
  const { id } = await createCorrection(limited.ctx, given)
  const wider = await correct(world, [ours, theirs], at(-2, 13), at(-2, 14))
  for (const ctx of [
    viewer.ctx,
    (await makeMember(world, (await makeProject(world)).id, "owner")).ctx,
  ]) {
    await expect(deleteCorrection(ctx, id)).rejects.toThrow(/correction|monitors:write/)
  }
  await expect(deleteCorrection(limited.ctx, wider.id)).rejects.toMatchObject({ code: "not_found" })
  const source = `query ($id: ID!, $from: DateTime!, $to: DateTime!) { monitor(id: $id) {
    uptime(from: $from, to: $to) { percent uncorrectedPercent excludedSeconds offlineSeconds }
    corrections(from: $from, to: $to) { reason actorName monitors { id } } } }`
  const window = { id: ours.id, from: midnight(-2).toISOString(), to: midnight(-1).toISOString() }
  const read = async (actor: Parameters<typeof ask>[1]) =>
    (await ask(world, actor, source, window)) as unknown as { data: { monitor: object } }
  expect((await read(limited.ctx.actor)).data.monitor).toEqual({
    uptime: {
      percent: 100,
      uncorrectedPercent: expect.closeTo(91.667, 2),
      excludedSeconds: 7200,
      offlineSeconds: 0,
    },
    corrections: [{ reason: "Test", actorName: "Ada", monitors: [{ id: ours.id }] }],
  })
  const key = keyActor(projectId, "01937f5e-4c1a-7000-8000-3a5d5c1f0b21", ["monitors:read"])
  expect((await read(key)).data.monitor).toMatchObject({
    corrections: [{ reason: "Our own test" }, { reason: "Test" }],
  })
})

test("a status page shows corrected uptime only if it chooses to, and then says so, as its badge does", async () => {
  const { page, projectId } = await makePublicPage(world)
  const monitor = await brokenOn(projectId, -2)
  await attachMonitor(world.system, { statusPageId: page.id, monitorId: monitor.id })
  await correct(world, [monitor], at(-2, 12), at(-2, 14))
  const read = async () => {
    const view = await readPublicPage(world.services, page.slug, midnight(0))
    const component = view?.sections[0]?.components[0]
    const day = component?.days.at(-2)
    const badge = view === null ? "" : renderBadge(view, "uptime").replaceAll(/<[^>]+>/g, " ")
    return [
      component?.percent?.toFixed(2),
      component?.excludedMs,
      day?.mark,
      day?.excludedMs,
      badge.includes("(corrected)"),
    ]
  }
  expect(await read()).toEqual(["97.92", 0, "major_outage", 0, false])
  await updateStatusPage(world.system, { id: page.id, showsCorrections: true })
  expect(await read()).toEqual(["100.00", 2 * hourMs, "operational", 2 * hourMs, true])
})

test("reports, their mails and SLOs leave out what is excluded, and say how much", async () => {
  const { id: projectId } = await makeProject(world)
  const [began, ended] = [new Date(Date.now() - 600_000), new Date(Date.now() - 300_000)]
  const month = midnight(0).toISOString().slice(0, 7)
  const monitor = await monitorWith(world, projectId, midnight(-20), [
    ["operational", midnight(-20)],
    ["offline", began],
    ["operational", ended],
  ])
  const slo = await createSlo(world.system, {
    projectId,
    name: "Shop",
    indicator: "monitors",
    monitorIds: [monitor.id],
    targetPercent: 99,
    windowDays: 30,
  })
  await correct(world, [monitor], began, ended)
  const report = await readReport(world.services, projectId, month, {
    labelId: null,
    statusPageId: null,
  })
  expect(report.total.times.offline).toBeLessThan(100)
  const { paragraphs, table } = reportMail(report, english, "http://localhost/")
  expect(paragraphs.at(-1)).toMatch(
    /^Corrected: 5 min excluded\. Without corrections, the uptime is 99\.9\d+%\. An asterisk/,
  )
  expect(table?.rows[0]?.[1]).toBe("100% *")
  const { ctx } = await makeMember(world, projectId, "owner")
  expect((await openReport(ctx, { projectId, month })).correctionIds).toHaveLength(1)
  await evaluateSlos({ ...world.services, openStore: () => null })
  const { figures } = await world.services.database.prisma.slo.findUniqueOrThrow({
    where: { id: slo.id },
  })
  expect(figures).toMatchObject({
    excluded: expect.closeTo(300_000, -3),
    bad: expect.closeTo(0, -3),
  })
})

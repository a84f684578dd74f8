import { expect, test } from "vitest"
import { newId } from "../../src/platform/id.ts"
import { openMail } from "../../src/graphql/outbox/sealed-mail.ts"
import { notice } from "../../src/channels/notice.ts"
import { rollUp } from "../../src/graphql/monitoring/check/check-rollup.ts"
import { readUptime } from "../../src/graphql/monitoring/check/check-uptime.ts"
import { zoneOf } from "../../src/graphql/on-call/rules/time-zone.ts"
import { createReportSchedule } from "../../src/graphql/status-pages/uptime-report/create-report-schedule.ts"
import { openReport } from "../../src/graphql/status-pages/uptime-report/open-report.ts"
import {
  openReportLink,
  unsubscribeFromReport,
} from "../../src/graphql/status-pages/uptime-report/report-link.ts"
import { sendReports } from "../../src/graphql/status-pages/uptime-report/send-reports.ts"
import { setTimeZone } from "../../src/graphql/status-pages/uptime-report/set-time-zone.ts"
import { updateReportSchedule } from "../../src/graphql/status-pages/uptime-report/update-report-schedule.ts"
import {
  daysOfMonth,
  monthAt,
  monthWindow,
  nextMonth,
  sendTime,
} from "../../src/graphql/status-pages/uptime-report/rules/report-month.ts"
import {
  durationInMail,
  shareInMail,
} from "../../src/graphql/status-pages/uptime-report/rules/report-figures.ts"
import { deleteProject } from "../../src/graphql/workspace/project/delete-project.ts"
import { createStatusPage } from "../../src/graphql/status-pages/status-page/create-status-page.ts"
import { attachMonitor } from "../../src/graphql/status-pages/status-page/attach-resource.ts"
import { ask } from "../support/ask.ts"
import { maintain, monitorWith } from "../support/history.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const hourMs = 3_600_000
const berlin = zoneOf("Europe/Berlin")

/** The month before the current one, and its start in Berlin. */
const month = monthAt(new Date(Date.now() - 31 * 24 * hourMs), berlin)
const window = monthWindow(month, berlin)
const into = (hours: number) => new Date(window.from.getTime() + hours * hourMs)

async function projectWithHistory() {
  const { id: projectId } = await makeProject(world)
  const owner = await makeMember(world, projectId, "owner")
  await setTimeZone(owner.ctx, { projectId, timeZone: "Europe/Berlin" })
  const up = ["operational", into(-100)] as const
  const broken = await monitorWith(world, projectId, into(-200), [
    up,
    ["offline", into(30.2)],
    ["operational", into(33.7)],
    ["unknown", into(100)],
    ["operational", into(110.5)],
  ])
  const calm = await monitorWith(world, projectId, into(-200), [up])
  const young = await monitorWith(world, projectId, into(200.4), [["degraded", into(201)]])
  await maintain(world, calm, into(50.5), into(53))
  const incident = await incidentOf(projectId, broken.id, into(30.2), into(33.7))
  await incidentOf(projectId, broken.id, into(-90), into(-80))
  return { projectId, owner, broken, calm, young, incident }
}

async function incidentOf(projectId: string, monitorId: string, startedAt: Date, resolvedAt: Date) {
  const { prisma } = world.services.database
  const { incidentNumber: number } = await prisma.project.update({
    where: { id: projectId },
    data: { incidentNumber: { increment: 1 } },
  })
  const state = await prisma.state.findFirstOrThrow({
    where: { projectId, subject: "incident", name: "resolved" },
  })
  const severity = await prisma.severity.findFirstOrThrow({
    where: { projectId, subject: "incident", name: "major" },
  })
  return prisma.incident.create({
    data: {
      id: newId(),
      projectId,
      number,
      title: "Shop is offline",
      stateId: state.id,
      severityId: severity.id,
      monitorId,
      startedAt,
      resolvedAt,
    },
  })
}

test("a month begins and ends in the project's time zone, also where the clock changes", () => {
  expect(monthWindow("2026-10", berlin)).toEqual({
    from: new Date("2026-09-30T22:00:00Z"),
    to: new Date("2026-10-31T23:00:00Z"),
  })
  expect(sendTime("2026-12", berlin)).toEqual(new Date("2027-01-01T07:00:00Z"))
  expect(nextMonth("2026-12")).toBe("2027-01")
  const days = daysOfMonth("2026-10", berlin, new Date("2026-10-25T12:00:00Z"))
  expect(days).toHaveLength(25)
  expect(days.at(-1)).toEqual({
    from: new Date("2026-10-24T22:00:00Z"),
    to: new Date("2026-10-25T12:00:00Z"),
  })
  expect(shareInMail(99.9999, "en-GB", 3)).toBe("99.999%")
  expect(["-", durationInMail(0), durationInMail(59_000), durationInMail(7_500_000)]).toEqual([
    "-",
    "–",
    "59 s",
    "2 h 5 min",
  ])
})

test("a report has the uptime of each monitor as the rest of the product computes it, and the incidents behind it", async () => {
  const { projectId, owner, broken, calm, young, incident } = await projectWithHistory()
  const { ctx } = await makeMember(world, projectId, "viewer")
  const compare = async () => {
    const report = await openReport(ctx, { projectId, month })
    const sum = { up: 0, seen: 0 }
    for (const { id, seq } of [broken, calm, young]) {
      const alone = await readUptime(world.services, seq, window)
      const row = report.rows.find((one) => one.id === id)
      expect(row?.uptime).toEqual(alone)
      const days = (await row?.days()) ?? []
      const total = (state: "offline" | "operational") =>
        days.reduce((all, { times }) => all + times[state], 0)
      expect(total("offline")).toBe(alone.times.offline)
      expect(total("operational")).toBe(alone.times.operational)
      sum.up += alone.times.operational + alone.times.degraded
      sum.seen += alone.times.operational + alone.times.degraded + alone.times.offline
    }
    expect(report.total.percent).toBeCloseTo((100 * sum.up) / sum.seen, 8)
    return report
  }
  await compare()
  await rollUp(world.services)
  const report = await compare()
  expect(report.rows[0]).toMatchObject({ id: broken.id, incidentCount: 1 })
  expect(report.rows[0]?.uptime.times.offline).toBe(3.5 * hourMs)
  expect(report.incidents).toMatchObject([{ id: incident.id }])

  const { prisma } = world.services.database
  const label = await prisma.label.create({
    data: {
      id: newId(),
      projectId,
      name: "shop",
      color: "#000000",
      monitors: { create: { monitorId: calm.id } },
    },
  })
  const labelled = await openReport(ctx, { projectId, month, labelId: label.id })
  expect(labelled).toMatchObject({ scopeName: "shop", monitorCount: 1, incidentCount: 0 })
  const page = await createStatusPage(owner.ctx, { projectId, name: "Acme" })
  await attachMonitor(owner.ctx, {
    statusPageId: page.id,
    monitorId: broken.id,
    displayName: "Store",
  })
  const answer = await ask(
    world,
    ctx.actor,
    `query ($id: ID!, $month: String!, $page: ID) {
      project(id: $id) {
        uptimeReport(month: $month, statusPageId: $page) {
          scopeName timeZone rows { name days { offlineSeconds } } incidents { title }
        }
      }
    }`,
    { id: projectId, month, page: page.id },
  )
  expect(answer.errors).toEqual([])
  expect(answer.data).toMatchObject({
    project: {
      uptimeReport: {
        scopeName: "Acme",
        timeZone: "Europe/Berlin",
        rows: [{ name: "Store" }],
        incidents: [{ title: "Shop is offline" }],
      },
    },
  })
})

test("a month that has not begun, and what is of another project, are refused", async () => {
  const { id: projectId } = await makeProject(world)
  const { ctx } = await makeMember(world, projectId, "viewer")
  const other = await projectWithHistory()
  const refusal = (given: object) =>
    openReport(ctx, { projectId, month, ...given }).then(
      () => null,
      (error: Error) => error.message,
    )
  expect(await refusal({ month: "2099-01" })).toContain("#/month must not be in the future")
  expect(await refusal({ month: "2026-13" })).toContain("#/month must be a month such as 2026-11")
  expect(await refusal({ labelId: newId() })).toBe("There is no such label.")
  expect(await refusal({ projectId: other.projectId })).toBe("There is no such project.")
  await expect(createReportSchedule(ctx, { projectId, addresses: ["a@b.test"] })).rejects.toThrow(
    "project:write",
  )
  const { ctx: owner } = await makeMember(world, projectId, "owner")
  await expect(createReportSchedule(owner, { projectId })).rejects.toThrow("#/memberIds must name")
  await expect(
    createReportSchedule(owner, { projectId, memberIds: [other.owner.memberId] }),
  ).rejects.toThrow("#/memberIds must be the ids of memberships")
})

test("each month is mailed once to each recipient, by two processes at once and after months of downtime", async () => {
  const { projectId, owner } = await projectWithHistory()
  const { prisma } = world.services.database
  const schedule = await createReportSchedule(owner.ctx, {
    projectId,
    memberIds: [owner.memberId],
    addresses: ["boss@example.test"],
  })
  expect(schedule.month).toBe(monthAt(new Date(), berlin))
  expect(await sendReports(world.services)).toBe(0)

  const twoAgo = monthAt(new Date(window.from.getTime() - hourMs), berlin)
  await prisma.reportSchedule.update({
    where: { id: schedule.id },
    data: { month: twoAgo, sendAt: sendTime(twoAgo, berlin) },
  })
  const sent = await Promise.all([sendReports(world.services), sendReports(world.services)])
  const mailed = async () =>
    prisma.delivery.findMany({ where: { projectId, event: "uptime_report.sent" } })
  const months: string[] = []
  for (let one = twoAgo; sendTime(one, berlin) <= new Date(); one = nextMonth(one)) months.push(one)
  expect(sent[0] + sent[1]).toBe(2 * months.length)
  const deliveries = await mailed()
  expect(deliveries).toHaveLength(2 * months.length)
  const next = await prisma.reportSchedule.findUniqueOrThrow({ where: { id: schedule.id } })
  expect(next).toMatchObject({ month: nextMonth(months.at(-1) ?? "") })
  expect(next.sendAt.getTime()).toBeGreaterThan(Date.now())

  // The same month once more, as if its transaction had been repeated, and in another zone.
  await prisma.reportSchedule.update({
    where: { id: schedule.id },
    data: { month: twoAgo, sendAt: sendTime(twoAgo, berlin) },
  })
  await setTimeZone(owner.ctx, { projectId, timeZone: "America/New_York" })
  expect(await sendReports(world.services)).toBe(0)
  expect(await mailed()).toHaveLength(deliveries.length)

  const toAddress = deliveries.find(({ accountId }) => accountId === null)
  const mail = openMail(world.services.vault, toAddress?.payload)
  expect(mail).toMatchObject({ address: "boss@example.test" })
  const own = notice.parse(deliveries.find(({ accountId }) => accountId !== null)?.payload)
  expect(own.table?.columns).toEqual(["Monitor", "Uptime", "Coverage", "Downtime", "Incidents"])
  expect(own.unsubscribeUrl).toBeNull()
  expect(own.link?.url).toContain(`/projects/${projectId}/reports?month=`)

  await updateReportSchedule(owner.ctx, {
    id: schedule.id,
    memberIds: [owner.memberId],
    addresses: ["boss@example.test", "new@example.test"],
  })
  const token = mail?.notice.unsubscribeUrl?.split("/").at(-2) ?? ""
  expect(await openReportLink(world.services, token)).toMatchObject({
    address: "boss@example.test",
  })
  await unsubscribeFromReport(world.services, token)
  expect(await openReportLink(world.services, token)).toBeNull()
  const left = await prisma.reportRecipient.findMany({ where: { scheduleId: schedule.id } })
  expect(new Set(left.map(({ address }) => address))).toEqual(new Set(["new@example.test", null]))
})

test("a report that fails delays no other, and a deleted project sends none", async () => {
  const { prisma } = world.services.database
  const make = async () => {
    const { id: projectId, name } = await makeProject(world)
    const { ctx } = await makeMember(world, projectId, "owner")
    const { id } = await createReportSchedule(ctx, { projectId, addresses: ["a@example.test"] })
    return { id, projectId, name, ctx }
  }
  const [broken, gone, whole] = [await make(), await make(), await make()]
  const sendAt = new Date(Date.now() - hourMs)
  const ids = [broken.id, gone.id, whole.id]
  await prisma.reportSchedule.updateMany({ where: { id: { in: ids } }, data: { month, sendAt } })
  await prisma.reportSchedule.update({ where: { id: broken.id }, data: { month: "2099-01" } })
  await deleteProject(gone.ctx, { id: gone.projectId, name: gone.name })
  await expect(sendReports(world.services)).rejects.toThrow(broken.id)
  const sent = await prisma.delivery.findMany({ where: { subjectId: { in: ids } } })
  expect(sent.map(({ subjectId }) => subjectId)).toEqual([whole.id])
})

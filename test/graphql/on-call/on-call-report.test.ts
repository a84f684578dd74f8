import fc from "fast-check"
import { expect, test } from "vitest"
import { createOverride } from "../../../src/graphql/on-call/rotation/create-override.ts"
import { createTeam } from "../../../src/graphql/on-call/team/create-team.ts"
import { openOnCallReport } from "../../../src/graphql/on-call/report/read-on-call-report.ts"
import {
  dutyFigures,
  pageFigures,
  pagesByHour,
  responseFigures,
} from "../../../src/graphql/on-call/report/rules/on-call-figures.ts"
import { nightMs, weekendMs } from "../../../src/graphql/on-call/report/rules/local-windows.ts"
import { zoneOf } from "../../../src/graphql/on-call/rules/time-zone.ts"
import { ask } from "../../support/ask.ts"
import { makeMember } from "../../support/people.ts"
import { pagingOf } from "../../support/paging.ts"
import { useWorld } from "../../support/world.ts"
import { at, makeCrew } from "./crew.ts"
import { utc, zones } from "./rotations.ts"

const world = useWorld()
const hourMs = 3_600_000
const berlin = zoneOf("Europe/Berlin")
const span = (from: string, until: string) => ({
  from: utc(from).getTime(),
  until: utc(until).getTime(),
})

const hours = (ms: number) => ms / hourMs

test("a night is from 22:00 to 7:00 and a weekend Saturday and Sunday, in local time, also where the clock changes", () => {
  // From Friday to Monday noon, of which the second night loses an hour.
  const spring = span("2026-03-27T11:00", "2026-03-30T10:00")
  expect([hours(nightMs(spring, berlin)), hours(weekendMs(spring, berlin))]).toEqual([26, 47])
  const autumn = span("2026-10-23T10:00", "2026-10-26T11:00")
  expect([hours(nightMs(autumn, berlin)), hours(weekendMs(autumn, berlin))]).toEqual([28, 49])
  expect(hours(nightMs(span("2026-06-03T06:00", "2026-06-03T20:00"), zoneOf("UTC")))).toBe(1)
})

test("parts of a span have as many hours of night and weekend as the whole, in every zone", () => {
  const start = utc("2026-01-01T00:00").getTime()
  const moment = fc.integer({ min: 0, max: 200 * 24 * 60 })
  fc.assert(
    fc.property(fc.constantFrom(...zones), moment, moment, moment, (name, ...minutes) => {
      const zone = zoneOf(name)
      const [from = 0, middle = 0, until = 0] = minutes
        .toSorted((one, other) => one - other)
        .map((minute) => start + minute * 60_000)
      const whole = dutyFigures([{ from, until }], zone)
      const parts = dutyFigures(
        [
          { from, until: middle },
          { from: middle, until },
        ],
        zone,
      )
      expect(parts).toEqual(whole)
      expect(whole.nightMs).toBeLessThanOrEqual(whole.ms)
      expect(whole.weekendMs).toBeLessThanOrEqual(whole.ms)
    }),
  )
})

test("pages within 15 minutes interrupt once, and a night counts once whatever its pages", () => {
  const times = [
    "2026-06-05T20:30", // Friday 22:30 in Berlin
    "2026-06-05T20:40",
    "2026-06-06T04:59", // Saturday 6:59, the same night
    "2026-06-06T05:00", // 7:00: day, within 15 minutes
    "2026-06-06T21:00", // the next night
  ].map((text) => utc(text).getTime())
  expect(pageFigures(times.toReversed(), berlin)).toEqual({
    pages: 5,
    nightPages: 4,
    weekendPages: 3,
    interruptions: 3,
    nightsWoken: 2,
  })
  const hours = pagesByHour(
    [
      { userId: "ada", at: times[0] ?? 0 },
      { userId: "bo", at: times[0] ?? 0 },
    ],
    (userId) => zoneOf(userId === "ada" ? "Europe/Berlin" : "America/New_York"),
  )
  expect(hours.flatMap((count, hour) => (count > 0 ? [hour] : []))).toEqual([16, 22])
})

const alert = (acknowledgedAt: number | null, resolvedAt: number | null) => ({
  createdAt: 1000,
  acknowledgedAt,
  resolvedAt,
})

test("mean times leave out alerts that nobody acknowledged or that are open", () => {
  expect(
    responseFigures([alert(2000, 5000), alert(4000, null), alert(null, 3000), alert(null, null)]),
  ).toEqual({ alerts: 4, acknowledged: 2, resolved: 2, mttaMs: 2000, mttrMs: 3000 })
  expect(responseFigures([])).toMatchObject({ alerts: 0, mttaMs: null, mttrMs: null })
})

test("the report has pages and hours of each person, planned and real, of a policy or a team", async () => {
  const { projectId, ed, ada, bo, rotation, policy } = await makeCrew(world)
  const { prisma } = world.services.database
  await prisma.user.update({ where: { id: ada.userId }, data: { timeZone: "Europe/Berlin" } })
  const [from, to] = [utc("2026-11-02T08:00"), utc("2026-11-06T08:00")]
  const early = at(world, ed.ctx, utc("2026-11-01T08:00"))
  // Bo takes a day of Ada's four days of turns.
  await createOverride(early, {
    rotationId: rotation.id,
    userId: bo.userId,
    startsAt: utc("2026-11-03T08:00"),
    endsAt: utc("2026-11-04T08:00"),
  })
  const paging = pagingOf(world)
  const { id: alertId } = (await paging.fail(projectId)).alert
  const { id: laterId } = (await paging.fail(projectId)).alert
  const created = utc("2026-11-04T22:00")
  await prisma.alert.update({
    where: { id: alertId },
    data: {
      createdAt: created,
      acknowledgedAt: new Date(created.getTime() + 60_000),
      resolvedAt: new Date(created.getTime() + 600_000),
    },
  })
  await prisma.page.deleteMany({ where: { projectId } })
  const page = (id: string, userId: string, alert: string, createdAt: Date, more = {}) => ({
    id,
    projectId,
    alertId: alert,
    userId,
    round: 1,
    ruleOrder: 1,
    createdAt,
    ...more,
  })
  await prisma.page.createMany({
    data: [
      page("01937f5e-4c1a-7000-8000-000000000001", ada.userId, alertId, created),
      page("01937f5e-4c1a-7000-8000-000000000002", bo.userId, alertId, created),
      // A digest is no page at once, and one of today is beyond the span.
      page("01937f5e-4c1a-7000-8000-000000000003", ed.userId, alertId, created, { digestAt: to }),
      page("01937f5e-4c1a-7000-8000-000000000004", bo.userId, laterId, new Date()),
    ],
  })
  await prisma.escalation.updateMany({ where: { alertId }, data: { policyId: policy.id } })
  const now = { ...ed.ctx }
  const report = await openOnCallReport(now, projectId, { from, to })
  expect(report).toMatchObject({
    alerts: 1,
    acknowledged: 1,
    mttaMs: 60_000,
    mttrMs: 600_000,
    pages: 2,
    nightPages: 2,
    nightsWoken: 2,
    interruptions: 2,
  })
  const people = new Map(report.people.map((one) => [one.name, one]))
  expect(people.get("Ada")).toMatchObject({ pages: 1, timeZone: "Europe/Berlin" })
  const hoursOf = (name: string) => {
    const { ms = 0, plannedMs = 0 } = people.get(name) ?? {}
    return [ms / hourMs, plannedMs / hourMs]
  }
  expect([hoursOf("Ada"), hoursOf("Bo")]).toEqual([
    [24, 48],
    [72, 48],
  ])
  expect(report.rotations).toMatchObject([
    {
      name: "Primary",
      people: [{ name: "Bo", ms: 72 * hourMs, evenMs: 48 * hourMs }, { name: "Ada" }],
    },
  ])
  const team = await createTeam(ed.ctx, { projectId, name: "Core", userIds: [ada.userId] })
  const ofTeam = await openOnCallReport(now, projectId, { from, to, teamId: team.id })
  expect(ofTeam.people.map(({ name, pages }) => [name, pages])).toEqual([["Ada", 1]])
  const ofPolicy = await openOnCallReport(now, projectId, { from, to, policyId: policy.id })
  expect(ofPolicy.pages).toBe(2)
  await expect(
    openOnCallReport(now, projectId, { from, to, policyId: team.id }),
  ).rejects.toMatchObject({ code: "not_found" })
  const source = `query ($id: ID!, $from: DateTime!, $to: DateTime!) { project(id: $id) {
    onCallReport(from: $from, to: $to) { pages mttaSeconds pagesByHour people { name hours } } } }`
  const variables = { id: projectId, from: from.toISOString(), to: to.toISOString() }
  expect(await ask(world, ed.ctx.actor, source, variables)).toMatchObject({
    data: { project: { onCallReport: { pages: 2, mttaSeconds: 60 } } },
  })
  const stranger = await makeMember(world, (await makeCrew(world)).projectId, "owner")
  await expect(openOnCallReport(stranger.ctx, projectId, { from, to })).rejects.toMatchObject({
    code: "not_found",
  })
})

import { expect, test } from "vitest"
import { refreshCalendars } from "../../../src/jobs/calendar/sync-calendars.ts"
import { ask } from "../../support/ask.ts"
import { startProvider } from "../../support/chat.ts"
import { makeMember } from "../../support/people.ts"
import { useWorld } from "../../support/world.ts"
import { makeCrew } from "../../graphql/on-call/crew.ts"

const world = useWorld()

const hourMs = 3_600_000
const stamp = (at: Date) => `${at.toISOString().slice(0, 16).replaceAll(/[-:]/g, "")}00Z`
/** An hour that ends during the test must not change the expected times. */
const startedMs = Date.now()
const inHours = (hours: number) => new Date(Math.floor(startedMs / hourMs + hours) * hourMs)

const calendar = (...events: [from: Date, until: Date, summary: string, ...more: string[]][]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:test",
    ...events.flatMap(([from, until, summary, ...more], at) => [
      "BEGIN:VEVENT",
      `UID:${at}`,
      `DTSTART:${stamp(from)}`,
      `DTEND:${stamp(until)}`,
      `SUMMARY:${summary}`,
      ...more,
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
    "",
  ].join("\r\n")

type Answer = { status?: number; headers?: object; body?: unknown }

/** A rotation whose calendar is served by the test. */
async function makeScene(answer: (index: number, path: string) => Answer) {
  const { projectId, ed, bo, rotation } = await makeCrew(world)
  const host = await startProvider(({ path }, index) => answer(index, path))
  const { actor } = ed.ctx
  const set = await ask(
    world,
    actor,
    "mutation ($id: ID!, $url: String!) { setRotationCalendar(rotationId: $id, url: $url) { hint } }",
    { id: rotation.id, url: `${host.url}/secret-calendar.ics` },
  )
  expect(set).toMatchObject({ data: { setRotationCalendar: { hint: "127.0.0.1 … .ics" } } })
  const look = async () => {
    const { data } = await ask(
      world,
      actor,
      `query ($project: ID!, $rotation: ID!, $from: DateTime!, $until: DateTime!) {
        rotation(id: $rotation) {
          calendar { fetchedAt lastError }
          onCallNow { user { name } source }
          shifts(from: $from, until: $until) { startsAt endsAt user { name } source }
        }
        project(id: $project) { onCallReadiness { warnings { kind text rotationId } } }
      }`,
      {
        project: projectId,
        rotation: rotation.id,
        from: inHours(-2).toISOString(),
        until: inHours(24).toISOString(),
      },
    )
    const { rotation: seen, project } = data as {
      rotation: {
        calendar: { fetchedAt: string | null; lastError: string | null } | null
        onCallNow: { user: { name: string }; source: string } | null
        shifts: { startsAt: string; endsAt: string; user: { name: string }; source: string }[]
      }
      project: { onCallReadiness: { warnings: { kind: string; text: string }[] } }
    }
    const { warnings } = project.onCallReadiness
    return { ...seen, warnings: warnings.filter(({ kind }) => kind.startsWith("CALENDAR")) }
  }
  /** Makes the next fetch due. */
  const again = async () => {
    await world.services.database.prisma.rotationCalendar.updateMany({
      where: { rotationId: rotation.id },
      data: { recheckAt: new Date(0) },
    })
    return refreshCalendars(world.services)
  }
  return { bo, rotation, host, look, again, actor }
}

test("an event puts its person on call, above the layers and below overrides", async () => {
  const scene = await makeScene(() => ({
    headers: { etag: '"1"' },
    body: calendar(
      [inHours(-1), inHours(2), "On call", `ATTENDEE:mailto:${scene.bo.email}`],
      [inHours(5), inHours(6), "Nobody that we know"],
    ),
  }))
  const before = await scene.look()
  expect(before.calendar).toEqual({ fetchedAt: null, lastError: null })
  expect(await refreshCalendars(world.services)).toBe(1)
  const after = await scene.look()
  expect(after.onCallNow).toMatchObject({ source: "CALENDAR" })
  expect(after.shifts.filter(({ source }) => source === "CALENDAR")).toEqual([
    {
      startsAt: inHours(-1).toISOString(),
      endsAt: inHours(2).toISOString(),
      source: "CALENDAR",
      user: after.onCallNow?.user,
    },
  ])
  // The layers apply during events that match nobody.
  expect(after.shifts.some(({ startsAt }) => new Date(startsAt) >= inHours(2))).toBe(true)
  expect(after.calendar?.fetchedAt).not.toBe(null)
  // Nothing is due before 15 minutes have passed.
  expect(await refreshCalendars(world.services)).toBe(0)
})

test("an unchanged calendar is not read again, and one that is unreachable keeps its events", async () => {
  const answers: Answer[] = [
    { headers: { etag: '"1"' }, body: calendar([inHours(-1), inHours(2), "On call: Bo"]) },
    { status: 304 },
    { status: 503 },
    { body: "<html>" },
    { headers: { etag: '"2"' }, body: calendar() },
  ]
  const scene = await makeScene((index) => answers[index] ?? { status: 500 })
  const { prisma } = world.services.database
  const where = { rotationId: scene.rotation.id }
  await scene.again()
  const first = await scene.look()
  expect(first.onCallNow).toEqual({ user: { name: "Bo" }, source: "CALENDAR" })
  await scene.again()
  expect(scene.host.heard.map(({ headers }) => headers["if-none-match"])).toEqual([
    undefined,
    '"1"',
  ])
  expect((await scene.look()).calendar?.lastError).toBe(null)
  for (const words of ["returned status 503", "This is not a calendar"]) {
    await scene.again()
    const seen = await scene.look()
    expect(seen.calendar?.lastError).toContain(words)
    expect(seen.onCallNow).toEqual({ user: { name: "Bo" }, source: "CALENDAR" })
  }
  await scene.again()
  const last = await scene.look()
  expect(last.calendar?.lastError).toBe(null)
  expect(last.onCallNow?.source).not.toBe("CALENDAR")
  expect(await prisma.rotationCalendarEvent.count({ where: { calendar: where } })).toBe(0)
})

const oddEvent = ["BEGIN:VEVENT", "UID:odd", "DTSTART:20269999", "SUMMARY:Odd", "END:VEVENT"]
const goodCalendar = (...names: string[]) =>
  calendar(
    ...names.map((name, at): Parameters<typeof calendar>[0] => [
      inHours(at - 1),
      inHours(at + 1),
      name,
    ]),
  )
const withOddEvent = (text: string) =>
  text.replace("END:VCALENDAR", [...oddEvent, "END:VCALENDAR"].join("\r\n"))

test("what does not count is a warning, and owners get one notice until every event counts", async () => {
  const answers: Answer[] = [
    { body: goodCalendar("Bo") },
    { body: withOddEvent(goodCalendar("Bo", "Zoe")), headers: { etag: '"1"' } },
    { status: 304 },
    { body: withOddEvent(goodCalendar("Bo", "Zoe", "Zoe")) },
    { body: goodCalendar("Bo") },
    { body: withOddEvent(goodCalendar("Bo")) },
  ]
  const scene = await makeScene((index) => answers[index] ?? { status: 500 })
  const { prisma } = world.services.database
  const { projectId } = await prisma.rotation.findUniqueOrThrow({
    where: { id: scene.rotation.id },
  })
  await makeMember(world, projectId, "owner", "Olga")
  const notices = async () => {
    const where = { projectId, event: "rotation_calendar.losing_shifts" }
    return (await prisma.delivery.findMany({ where })).map(({ payload }) => payload)
  }
  const warnings = async () => {
    const { data } = await ask(
      world,
      scene.actor,
      "query ($id: ID!) { rotation(id: $id) { calendar { warnings { kind subject count text } } } }",
      { id: scene.rotation.id },
    )
    const { rotation } = data as { rotation: { calendar: { warnings: object[] } } }
    return rotation.calendar.warnings
  }
  await scene.again()
  expect([await warnings(), await notices()]).toEqual([[], []])
  await scene.again()
  const seen = [
    { kind: "UNREADABLE", subject: "Odd", count: 1, text: '"Odd" cannot be read.' },
    {
      kind: "NAMES_NOBODY",
      subject: "Zoe",
      count: 1,
      text: '"Zoe" names no member; the layers apply.',
    },
  ]
  expect(await warnings()).toEqual(seen)
  const [first, ...others] = await notices()
  expect(others).toEqual([])
  expect(first).toMatchObject({
    subject: `The calendar of ${scene.rotation.name} has shifts that do not count`,
    paragraphs: expect.arrayContaining([seen.map(({ text }) => text).join("\n")]),
  })
  // An unchanged calendar keeps what was said when it was read.
  await scene.again()
  expect(await warnings()).toEqual(seen)
  await scene.again()
  expect(await warnings()).toMatchObject([{}, { count: 2 }])
  expect(await notices()).toHaveLength(1)
  await scene.again()
  expect(await warnings()).toEqual([])
  await scene.again()
  expect(await notices()).toHaveLength(2)
})

test("readiness reports events that match nobody, and a calendar not fetched for an hour", async () => {
  const scene = await makeScene(() => ({
    body: calendar([inHours(5), inHours(6), "Zoe"], [inHours(7), inHours(8), "Zoe"]),
  }))
  const { prisma } = world.services.database
  await scene.again()
  expect((await scene.look()).warnings).toEqual([
    {
      kind: "CALENDAR_NAMES_NOBODY",
      text: `The calendar of ${scene.rotation.name} names nobody of the project in “Zoe”; the people named by the layers stay on call there.`,
      rotationId: scene.rotation.id,
    },
  ])
  await prisma.rotationCalendar.updateMany({
    where: { rotationId: scene.rotation.id },
    data: { fetchedAt: new Date(Date.now() - 2 * hourMs), lastError: "Its host answered 503." },
  })
  expect((await scene.look()).warnings[0]).toMatchObject({
    kind: "CALENDAR_STALE",
    text: expect.stringMatching(
      /^The calendar of .+ was last read .+ UTC\. Its host answered 503\.$/,
    ),
  })
})

test("a calendar URL cannot reach private addresses, follows few redirects, and is read up to a limit", async () => {
  const scene = await makeScene((_index, path) =>
    path === "/secret-calendar.ics"
      ? { status: 302, headers: { location: "/next" } }
      : path === "/next"
        ? { body: calendar([inHours(-1), inHours(2), "x"]) }
        : { status: 500 },
  )
  await scene.again()
  expect((await scene.look()).calendar?.lastError).toBe(null)
  const strict = { ...world.services, env: { ...world.services.env, REACHABLE_RANGES: [] } }
  await world.services.database.prisma.rotationCalendar.updateMany({
    where: { rotationId: scene.rotation.id },
    data: { recheckAt: new Date(0) },
  })
  await refreshCalendars(strict)
  expect((await scene.look()).calendar?.lastError).toContain("is a loopback address")
  const large = await makeScene(() => ({ body: "x".repeat(3_000_000) }))
  await large.again()
  expect((await large.look()).calendar?.lastError).toBe("The calendar is larger than 2 MiB.")
  const where = { rotationId: large.rotation.id }
  expect(await world.services.database.prisma.rotationCalendar.findFirst({ where })).toMatchObject({
    lastError: null,
    lastFindings: [
      {
        code: "document_too_large",
        parameters: { what: "calendar", mostBytes: 2 * 1024 * 1024 },
      },
    ],
  })
})

test("a calendar that is binary or cannot be stored shows an error to its owner", async () => {
  const nul = String.fromCharCode(0)
  const cases = {
    [calendar([inHours(-1), inHours(2), `On ${nul} call`])]: /binary data, not a calendar/,
    [`BEGIN:VCALENDAR\r\n${nul}\r\nEND:VCALENDAR\r\n`]: /binary data/,
    "\u0089PNG\r\n\u001a\n": /^This is not a calendar/,
  }
  for (const [body, words] of Object.entries(cases)) {
    const scene = await makeScene(() => ({ body }))
    await scene.again()
    expect((await scene.look()).calendar?.lastError).toMatch(words)
  }
})

test("setting a calendar needs on_call:write, and removing it leaves the layers", async () => {
  const scene = await makeScene(() => ({ body: calendar([inHours(-1), inHours(2), "x"]) }))
  const remove = "mutation ($id: ID!) { removeRotationCalendar(rotationId: $id) }"
  const set = `mutation ($id: ID!, $url: String!) { setRotationCalendar(rotationId: $id, url: $url) { id } }`
  const id = scene.rotation.id
  const refused = await ask(world, { ...scene.bo.ctx.actor }, set, {
    id,
    url: "https://x.example/",
  })
  expect(refused.errors.map(({ code }) => code)).toEqual(["insufficient_scope"])
  const wrong = await ask(world, scene.actor, set, { id, url: "ftp://x.example/" })
  expect(wrong.errors[0]?.message).toContain("must be the URL of a calendar")
  expect(await ask(world, scene.actor, remove, { id })).toMatchObject({
    data: { removeRotationCalendar: id },
  })
  expect((await scene.look()).calendar).toBe(null)
})

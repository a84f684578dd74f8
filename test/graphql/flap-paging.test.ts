import { expect, test } from "vitest"
import { callWordsOf } from "../../src/channels/twilio/call-message.ts"
import { chatWordsOf } from "../../src/channels/chat-messages.ts"
import { letterOf } from "../../src/channels/mail/mail-layout.ts"
import { smsWordsOf } from "../../src/channels/twilio/sms-message.ts"
import { endFlaps } from "../../src/graphql/monitoring/check/end-flaps.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const minute = 60

type Rule = { delayMinutes: number; who: "ada" | "bo" }

/** A monitor that fails, of which the first rule pages Ada. Time is moved by `wait`. */
async function makeLoop(rules: Rule[], repeatCount = 0) {
  const paging = pagingOf(world)
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const bo = await makeMember(world, projectId, "viewer", "Bo")
  for (const { userId } of [ada, bo]) await paging.channel({ userId }, "email")
  const people = { ada, bo }
  await createPolicy(ada.ctx, {
    projectId,
    name: "Two",
    repeatCount,
    rules: rules.map(({ delayMinutes, who }) => {
      return { delayMinutes, targets: [{ userId: people[who].userId }] }
    }),
  })
  const { alert, monitor } = await paging.fail(projectId)
  const alertId = alert.id
  /** Runs what is due, sends it, and returns whom it paged; times are minutes since the first outage. */
  let now = 0
  const paged: string[] = []
  const run = async () => {
    const before = new Set(await paging.pages(alertId))
    await paging.runDueSteps()
    for (const line of await paging.pages(alertId)) {
      const name = /\d+\.\d+ (\w+):/.exec(line)?.[1]
      if (!before.has(line)) paged.push(`${name} ${now}`)
    }
    await paging.deliver(alertId)
  }
  await run()
  return {
    paging,
    alertId,
    monitor,
    paged,
    run,
    up: () => paging.recover(monitor),
    down: () => paging.fail(projectId, monitor),
    async wait(minutes: number) {
      now += minutes
      await paging.earlier(alertId, minutes * minute)
      await paging.sql(
        "update incident set started_at = started_at - $2::interval from alert where alert.incident_id = incident.id and alert.id = $1",
        [alertId, `${minutes} minutes`],
      )
      await run()
    },
  }
}

/** Down at every second check, one check a minute. */
async function crash({ up, down, wait }: Awaited<ReturnType<typeof makeLoop>>, minutes: number) {
  for (let at = 0; at < minutes; at += 1) {
    await (at % 2 === 0 ? up() : down())
    await wait(1)
  }
}

const twoRules: Rule[] = [
  { delayMinutes: 0, who: "ada" },
  { delayMinutes: 10, who: "bo" },
]

test("a crash loop that nobody acknowledges reaches the second person after five minutes", async () => {
  const loop = await makeLoop(twoRules)
  await crash(loop, 15)
  expect(loop.paged).toEqual(["Ada 0", "Bo 6"])
  expect(await loop.paging.escalation(loop.alertId)).toMatchObject({ state: "active" })
})

test("a loop that goes on starts the rules again, at most every fifteen minutes for one person", async () => {
  const loop = await makeLoop(twoRules)
  await crash(loop, 60)
  expect(loop.paged).toEqual(["Ada 0", "Bo 6", "Ada 21", "Bo 31", "Ada 46", "Bo 56"])
})

test("short delays and repeats of the policy page nobody more often during a flap", async () => {
  const loop = await makeLoop(
    [
      { delayMinutes: 0, who: "ada" },
      { delayMinutes: 1, who: "bo" },
    ],
    3,
  )
  await crash(loop, 40)
  const times = (name: string) =>
    loop.paged.flatMap((line) => (line.startsWith(name) ? [Number(line.split(" ")[1])] : []))
  for (const name of ["Ada", "Bo"]) {
    const later = times(name).filter((at) => at > 1)
    expect(later.length).toBeGreaterThan(1)
    const gaps = later.slice(1).map((time, at) => time - (later[at] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(15)
  }
})

test("the page goes out although the target is up at that moment, and says so", async () => {
  const { paging, alertId, up, down, wait, paged } = await makeLoop(twoRules)
  await up()
  await wait(1)
  await down()
  await wait(2)
  await up()
  await wait(2)
  expect(paged).toEqual(["Ada 0"])
  await paging.earlier(alertId, minute)
  await paging.runDueSteps()
  const { id } = await world.services.database.prisma.delivery.findFirstOrThrow({
    where: { page: { alertId, user: { name: "Bo" } }, event: "alert.created" },
  })
  const message = await paging.read(id)
  if (message === null) throw new Error("the page is sent")
  expect(message.acknowledgeUrl).not.toBeNull()
  const words = /Flapping for \d min, 2 outages, down \d+% of the time\. Up at the moment\./
  expect(smsWordsOf(message)).toMatch(words)
  expect(callWordsOf(message, "http://localhost/")).toMatch(words)
  expect(letterOf(message).paragraphs.join(" ")).toMatch(words)
  expect(letterOf(message).subject).toMatch(/^Flapping: /)
  expect(chatWordsOf(message).paragraphs.join(" ")).toMatch(words)
  expect(smsWordsOf({ ...message, language: "de" })).toMatch(/Seit \d min instabil, 2 Ausfälle/)
})

test("a page that comes again says so, in every message", async () => {
  const { paging, alertId, run } = await makeLoop([{ delayMinutes: 0, who: "ada" }], 1)
  await paging.bringForward(alertId)
  await run()
  const { id } = await world.services.database.prisma.delivery.findFirstOrThrow({
    where: { page: { alertId, round: 2 }, event: "alert.created" },
  })
  const message = await paging.read(id)
  if (message === null) throw new Error("the page is sent")
  expect(smsWordsOf(message)).toMatch(/^Second page: /)
  expect(callWordsOf(message, null)).toContain("Second page.")
  expect(letterOf(message).subject).toMatch(/^Second page: /)
  expect(chatWordsOf(message).paragraphs[0]).toMatch(/^Second page\./)
  expect(smsWordsOf({ ...message, times: 21 })).toMatch(/^21st page: /)
  expect(smsWordsOf({ ...message, times: 12 })).toMatch(/^12th page: /)
})

test("five minutes of outages in sum page on at once, although the flap is younger", async () => {
  const { up, down, wait, paged } = await makeLoop(twoRules)
  await wait(4)
  await up()
  await wait(1)
  await down()
  await wait(1)
  expect(paged).toEqual(["Ada 0", "Bo 6"])
})

test("when the window passes nothing more is paged, and everybody who was paged gets the all-clear", async () => {
  const loop = await makeLoop(twoRules)
  const { paging, alertId, up, paged } = loop
  await crash(loop, 8)
  expect(paged).toEqual(["Ada 0", "Bo 6"])
  await paging.deliver(alertId)
  await paging.hears(alertId, "email")
  await up()
  await paging.hears(alertId, "email")
  await loop.wait(10)
  expect(await endFlaps(world.services)).toBe(1)
  expect(await paging.hears(alertId, "email")).toEqual(["All clear", "All clear"])
  expect(await paging.escalation(alertId)).toMatchObject({ state: "ended" })
  await loop.wait(60)
  expect(paged).toEqual(["Ada 0", "Bo 6"])
})

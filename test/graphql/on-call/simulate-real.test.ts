import { say } from "../../../src/findings/say.ts"
import { readStep } from "../../../src/graphql/on-call/escalation/read-step.ts"
import fc from "fast-check"
import { beforeAll, expect, test } from "vitest"
import { saveContactRules } from "../../../src/graphql/on-call/contact/save-contact.ts"
import { createOverride } from "../../../src/graphql/on-call/rotation/create-override.ts"
import { createPolicy } from "../../../src/graphql/on-call/policy/create-policy.ts"
import { createRotation } from "../../../src/graphql/on-call/rotation/create-rotation.ts"
import type { Simulation } from "../../../src/graphql/on-call/policy/simulate-policy.ts"
import { simulateAlert } from "../../../src/graphql/monitoring/monitor/on-call/simulate-alert.ts"
import { explainStep } from "../../../src/graphql/on-call/schedule/rules/on-call-words.ts"
import { moveClock } from "../../support/moved-clock.ts"
import { pagingOf } from "../../support/paging.ts"
import { makeMember } from "../../support/people.ts"
import { makeProject, useWorld } from "../../support/world.ts"

import { dayMs, minuteMs, utc, zones } from "./rotations.ts"

const world = useWorld()
const clock = { set: (_at: Date) => Promise.resolve() }
beforeAll(async () => {
  clock.set = await moveClock(world)
})

const time = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) => new Date(minute * minuteMs).toISOString().slice(11, 16))
const pair = fc.tuple(time, time).filter(([from, until]) => from !== until)
const who = fc.nat({ max: 2 })
const kinds = ["email", "sms", "voice", "web_push"] as const
/** Days on which clocks change somewhere, and one without any change. */
const day = fc.constantFrom("2027-03-14", "2027-03-28", "2027-04-04", "2027-10-31", "2027-07-01")

const scene = fc.record({
  raisedAt: fc
    .tuple(day, fc.integer({ min: -720, max: 2160 }))
    .map(([date, minutes]) => new Date(utc(`${date}T00:00`).getTime() + minutes * minuteMs)),
  isLow: fc.boolean(),
  people: fc.tuple(...[0, 1, 2].map(() => fc.uniqueArray(fc.constantFrom(...kinds)))),
  rules: fc.array(
    fc.option(
      fc.record({
        timeZone: fc.constantFrom(...zones),
        quiet: fc.option(pair),
        digestAt: fc.option(time, { freq: 4 }),
        delays: fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 3 }),
      }),
    ),
    { minLength: 3, maxLength: 3 },
  ),
  rotation: fc.record({
    timeZone: fc.constantFrom(...zones),
    handOver: fc.oneof(
      fc.record({ unit: fc.constant("hours" as const), every: fc.integer({ min: 1, max: 5 }) }),
      fc.record({ unit: fc.constant("days" as const), every: fc.constant(1), time }),
    ),
    participants: fc.array(who, { minLength: 1, maxLength: 4 }),
    restrictions: fc.array(pair, { maxLength: 2 }),
    override: fc.option(fc.tuple(fc.option(who), fc.integer({ min: 1, max: 1000 }))),
  }),
  steps: fc.array(
    fc.record({
      delayMinutes: fc.integer({ min: 0, max: 300 }),
      targets: fc.uniqueArray(fc.constantFrom(0, 1, 2, "rotation" as const, "room" as const), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  repeatCount: fc.nat({ max: 2 }),
})

test("an alert is paged exactly as simulated, to the minute and over every channel", async () => {
  const property = fc.asyncProperty(scene, async (given) => {
    const { projectId, monitor, editor } = await set(given)
    await clock.set(given.raisedAt)
    const more = given.isLow ? { status: "degraded" as const } : {}
    const paging = pagingOf(world)
    const urgency = given.isLow ? "low" : "high"
    const played = await simulateAlert(editor.ctx, monitor.id, given.raisedAt, urgency)
    const { alert } = await paging.fail(projectId, monitor, more)
    for (;;) {
      const { state, dueAt } = await paging.escalation(alert.id)
      if (state !== "active") break
      await clock.set(dueAt)
      expect(await paging.runDueSteps()).toBeGreaterThan(0)
    }
    expect(await happened(alert.id)).toEqual(received(played))
  })
  await fc.assert(property, { numRuns: 8 })
})

/** Creates the people, channels, rotation and policy of a scene with the real mutations. */
async function set({
  raisedAt,
  people,
  rules,
  rotation,
  steps,
  repeatCount,
}: typeof scene extends fc.Arbitrary<infer Scene> ? Scene : never) {
  const { id: projectId } = await makeProject(world)
  const paging = pagingOf(world)
  const editor = await makeMember(world, projectId, "admin", "Ed")
  const crew = await Promise.all(people.map(() => makeMember(world, projectId, "viewer")))
  const idOf = (one: number) => crew[one]?.userId ?? ""
  for (const [one, person] of crew.entries()) {
    const own = []
    for (const kind of people[one] ?? [])
      own.push(await paging.channel({ userId: person.userId }, kind))
    const chosen = rules[one]
    if (!chosen) continue
    const { timeZone, quiet, digestAt, delays } = chosen
    const methods = own
      .slice(0, delays.length)
      .map((channelId, index) => ({ channelId, delayMinutes: delays[index] ?? 0 }))
    const quietHours = quiet && { from: quiet[0], until: quiet[1] }
    const both = { high: methods, low: methods }
    await saveContactRules(person.ctx, { timeZone, quietHours, digestAt, ...both })
  }
  const room = await paging.channel({ projectId }, "slack_bot")
  const { participants, handOver, restrictions, override, timeZone } = rotation
  const layer = {
    name: "Turns",
    startsAt: new Date(raisedAt.getTime() - 3 * dayMs),
    handOver,
    participantIds: participants.map(idOf),
    restrictions: restrictions.map(([startTime, endTime]) => ({ startTime, endTime })),
  }
  const { id: rotationId } = await createRotation(editor.ctx, {
    projectId,
    name: "Primary",
    timeZone,
    layers: [layer],
  })
  if (override !== null) {
    const [one, minutes] = override
    await createOverride(editor.ctx, {
      rotationId,
      ...(one === null ? { isNobody: true } : { userId: idOf(one) }),
      startsAt: new Date(raisedAt.getTime() + 30 * minuteMs),
      endsAt: new Date(raisedAt.getTime() + (30 + minutes) * minuteMs),
    })
  }
  await createPolicy(editor.ctx, {
    projectId,
    name: "Standard",
    repeatCount,
    rules: steps.map(({ delayMinutes, targets }) => ({
      delayMinutes,
      targets: targets.map((target) =>
        target === "rotation"
          ? { rotationId }
          : target === "room"
            ? { channelId: room }
            : { userId: idOf(target) },
      ),
    })),
  })
  return { projectId, monitor: await paging.monitor(projectId), editor }
}

const line = (round: number, rule: number, who: string, what: string) =>
  `${round}.${rule} ${who} ${what}`

/** The simulation: one line per step, and one per delivery. */
function received({ steps, plan }: Simulation) {
  return steps
    .flatMap((step) => {
      const { round, ruleOrder, dueAt, userIds, channelIds, recipients } = step
      const at = dueAt.toISOString()
      const ofPeople = userIds.flatMap((userId) => {
        const { deliveries = [], digestAt = null } = recipients.get(userId) ?? {}
        const digest = digestAt === null ? [] : [`digest ${digestAt.toISOString()}`]
        const all = deliveries.map(({ channelId, at: due }) => `${channelId} ${due.toISOString()}`)
        return [...digest, ...all].map((way) => line(round, ruleOrder, userId, way))
      })
      const ofChannels = channelIds.map((id) => line(round, ruleOrder, "room", `${id} ${at}`))
      const turn = line(round, ruleOrder, "turn", `${at} ${say(explainStep(step, plan.names))}`)
      return [turn, ...ofPeople, ...ofChannels]
    })
    .toSorted()
}

/** The same for the deliveries in the outbox. */
async function happened(alertId: string) {
  const { prisma } = world.services.database
  const where = { alertId }
  const turns = await prisma.escalationStep.findMany({ where })
  const pages = await prisma.page.findMany({ where, include: { deliveries: true } })
  return [
    ...turns.map(({ round, ruleOrder, at, ...step }) =>
      line(round, ruleOrder, "turn", `${at.toISOString()} ${say(readStep(step))}`),
    ),
    ...pages.flatMap(({ round, ruleOrder, userId, digestAt, deliveries }) => [
      ...(digestAt === null
        ? []
        : [line(round, ruleOrder, userId ?? "room", `digest ${digestAt.toISOString()}`)]),
      ...deliveries.map(({ channelId, dueAt }) =>
        line(round, ruleOrder, userId ?? "room", `${channelId} ${dueAt.toISOString()}`),
      ),
    ]),
  ].toSorted()
}

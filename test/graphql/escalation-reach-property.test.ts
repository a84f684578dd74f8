import fc from "fast-check"
import { expect, test } from "vitest"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { deleteChannel } from "../../src/graphql/delivery/channel/delete-channel.ts"
import { readFigures } from "../../src/graphql/monitoring/health/read-health.ts"
import { sendOverflowDigests } from "../../src/graphql/on-call/contact/overflow.ts"
import { removeMember } from "../../src/graphql/workspace/member/remove-member.ts"
import { makeMember } from "../support/people.ts"
import type { Fate } from "../support/reach.ts"
import { reachOf } from "../support/reach.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const runs = 60

const fate = fc.constantFrom<Fate>(
  "accepts",
  "dead",
  "dead",
  "fails",
  "asks_to_wait",
  "accepts_third",
)
const kinds = ["email", "sms", "voice", "web_push"] as const
/** Owner, admin and two members, with their channels and the fate of their account's address. */
const person = fc.record({
  account: fate,
  channels: fc.uniqueArray(fc.record({ kind: fc.constantFrom(...kinds), fate }), {
    maxLength: 3,
    selector: ({ kind }) => kind,
  }),
})
const roles = ["owner", "admin", "viewer", "viewer"] as const
/** People by position, then rooms. */
const target = fc.constantFrom(0, 1, 2, 3, 4, 5)
const situation = fc.record({
  people: fc.tuple(person, person, person, person),
  hasAdmin: fc.boolean(),
  rooms: fc.tuple(fate, fate),
  rules: fc.array(fc.uniqueArray(target, { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
  repeatCount: fc.nat({ max: 2 }),
  isUrgent: fc.boolean(),
  /** What happens after so many minutes. */
  event: fc.constantFrom("nothing", "member leaves", "room is deleted", "channel is turned off"),
  at: fc.nat({ max: 3 }),
})

type Situation = typeof situation extends fc.Arbitrary<infer Value> ? Value : never

async function play(given: Situation) {
  const reach = reachOf(world)
  const { pool, prisma } = world.services.database
  await pool.query("delete from delivery")
  await pool.query("delete from alert")
  const { id: projectId } = await makeProject(world)
  const people: Awaited<ReturnType<typeof makeMember>>[] = []
  for (const [at, { account, channels }] of given.people.entries()) {
    const role = at === 1 && !given.hasAdmin ? "viewer" : (roles[at] ?? "viewer")
    const member = await makeMember(world, projectId, role, `Person ${at}`)
    reach.fates.set(`account:${member.userId}`, account)
    for (const one of channels) {
      const id = await reach.channel({ userId: member.userId }, one.kind)
      reach.fates.set(`${one.kind}:${id}`, one.fate)
    }
    people.push(member)
  }
  const rooms: string[] = []
  for (const [at, one] of given.rooms.entries()) {
    const kind = at === 0 ? "slack_bot" : "slack_webhook"
    const id = await reach.channel({ projectId }, kind)
    reach.fates.set(`${kind}:${id}`, one)
    rooms.push(id)
  }
  const targetOf = (at: number) =>
    at < 4 ? { userId: people[at]?.userId ?? "" } : { channelId: rooms[at - 4] ?? "" }
  if (given.rules.length > 0) {
    await createPolicy(world.system, {
      projectId,
      name: "Random",
      repeatCount: given.repeatCount,
      repeatDelayMinutes: 30,
      rules: given.rules.map((targets, at) => ({
        delayMinutes: at === 0 ? 0 : 30,
        targets: targets.map(targetOf),
      })),
    })
  }
  const { alert } = await reach.fail(projectId)
  if (!given.isUrgent) {
    await pool.query(
      `update alert set severity_id = (select id from severity
         where project_id = $1 and subject = 'alert' and name = 'low') where id = $2`,
      [projectId, alert.id],
    )
  }
  const happen = {
    nothing: async () => undefined,
    "member leaves": () => removeMember(world.system, people[2]?.memberId ?? ""),
    "room is deleted": () => deleteChannel(world.system, rooms[0] ?? ""),
    "channel is turned off": () =>
      prisma.channel.updateMany({
        where: { userId: people[2]?.userId ?? "" },
        data: { enabled: false },
      }),
  }[given.event]
  const pass = async () => {
    await sendOverflowDigests(world.services)
    await reach.run()
    await reach.passMinute()
  }
  // Long before any delay of a rule has passed.
  for (let minute = 0; minute < 10; minute += 1) {
    if (minute === given.at) await happen()
    await pass()
  }
  await reach.run()
  return { reach, alert, pass, projectId, people }
}

/** A message was accepted for a current member or room. */
const acceptedOf = async (alertId: string): Promise<number> => {
  const { rows } = await world.services.database.pool.query(
    `select count(*)::int as count from delivery d join page on page.id = d.page_id
      where page.alert_id = $1 and d.event = 'alert.created' and d.state = 'delivered'
        and (page.channel_id is not null or exists (
              select from member m where m.project_id = page.project_id and m.user_id = page.user_id))`,
    [alertId],
  )
  return rows[0]?.count
}

test("whatever fails, an alert reaches somebody or is marked as unreachable until a message is accepted", async () => {
  const seen = { reached: 0, unreachable: 0 }
  await fc.assert(
    fc.asyncProperty(situation, async (given) => {
      const { reach, alert, pass } = await play(given)
      const { unreachableSince, state } = await reach.escalation(alert.id)
      const accepted = await acceptedOf(alert.id)
      const { unreachableAlerts } = await readFigures(world.services)
      expect({ isUnreachable: unreachableSince !== null, unreachableAlerts }).toEqual(
        accepted > 0
          ? { isUnreachable: false, unreachableAlerts: 0 }
          : { isUnreachable: true, unreachableAlerts: 1 },
      )
      expect(["active", "exhausted"]).toContain(state)
      if (accepted > 0) {
        seen.reached += 1
        return
      }
      seen.unreachable += 1
      // Nobody among owners and admins could have been reached.
      const owners = given.people.slice(0, given.hasAdmin ? 2 : 1)
      const ways = owners.flatMap(({ account, channels }) => [
        account,
        ...channels.map((one) => one.fate),
      ])
      expect(ways).not.toContain("accepts")
      // Once a provider takes messages again, everything clears.
      reach.fates.clear()
      for (let minute = 0; minute < 12; minute += 1) await pass()
      await reach.run()
      expect(await acceptedOf(alert.id)).toBeGreaterThan(0)
      expect(await reach.escalation(alert.id)).toMatchObject({ unreachableSince: null })
      expect(await readFigures(world.services)).toMatchObject({ unreachableAlerts: 0 })
    }),
    { numRuns: runs, endOnFailure: false, seed: 20_261_129 },
  )
  // Both were tried.
  expect(seen.reached).toBeGreaterThan(0)
  expect(seen.unreachable).toBeGreaterThan(0)
}, 180_000)

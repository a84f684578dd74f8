import fc from "fast-check"
import { deleteChannel } from "../../src/graphql/delivery/channel/delete-channel.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { removeMember } from "../../src/graphql/workspace/member/remove-member.ts"
import { newId } from "../../src/platform/id.ts"
import { makeMember } from "./people.ts"
import { reachOf, type Fate } from "./reach.ts"
import { makeProject, type World } from "./world.ts"

const accountFate = fc.constantFrom<Fate>(
  "accepts",
  "dead",
  "dead",
  "fails",
  "asks_to_wait",
  "accepts_third",
)
/** A channel may also be beyond its throttle. */
const fate = fc.oneof({ weight: 6, arbitrary: accountFate }, fc.constant("throttled" as const))
const kinds = ["email", "sms", "voice", "web_push"] as const
const channel = fc.record({
  kind: fc.constantFrom(...kinds),
  fate,
  /** Used if the person set contact rules. */
  delayMinutes: fc.nat({ max: 3 }),
})
const person = fc.record({
  account: accountFate,
  channels: fc.uniqueArray(channel, { maxLength: 3, selector: ({ kind }) => kind }),
  hasRules: fc.boolean(),
})
const roles = ["owner", "admin", "viewer", "viewer"] as const
/** People by position, then rooms. */
const target = fc.constantFrom(0, 1, 2, 3, 4, 5)

/** Owner, perhaps an admin, and members; the rules of their policy; and what happens meanwhile. */
export const situation = fc.record({
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

export type Situation = typeof situation extends fc.Arbitrary<infer Value> ? Value : never
type Person = Situation["people"][number]

/** The rule of owners and admins if there is no other. */
const lastRule = [0, 1]

/**
 * When it is known at the latest whether somebody was reached: each way of a rule that is used in turn may fail for a
 * minute, then owners and admins are paged by all ways at once. A throttled page waits for its digest.
 */
function promisedSeconds({ people, rules }: Situation): number {
  const waysOf = (at: number) => 1 + (people[at]?.channels.length ?? 0)
  const firstDelayOf = (at: number) => {
    const { hasRules = false, channels = [] } = people[at] ?? {}
    return hasRules && channels.length > 0
      ? Math.min(...channels.map(({ delayMinutes }) => delayMinutes))
      : 0
  }
  const minutes = (rules.length > 0 ? rules : [lastRule]).map((targets) =>
    Math.max(...targets.map((at) => waysOf(at) + firstDelayOf(at))),
  )
  return [...minutes, 1].reduce((sum, one) => sum + one * 60, 0)
}

/** Plays it until the promised time has passed. */
export async function playSituation(world: World, given: Situation) {
  const reach = reachOf(world)
  const { pool, prisma } = world.services.database
  await pool.query("delete from delivery")
  await pool.query("delete from alert")
  const { id: projectId } = await makeProject(world)
  const throttled: string[] = []
  const setFate = (kind: string, id: string, one: Situation["rooms"][number]) => {
    if (one === "throttled") throttled.push(id)
    else reach.fates.set(`${kind}:${id}`, one)
  }

  async function make(at: number, { account, channels, hasRules }: Person) {
    const role = at === 1 && !given.hasAdmin ? "viewer" : (roles[at] ?? "viewer")
    const member = await makeMember(world, projectId, role, `Person ${at}`)
    const { userId } = member
    setFate("account", userId, account)
    if (hasRules) await prisma.contactRules.create({ data: { userId, timeZone: "UTC" } })
    for (const [order, one] of channels.entries()) {
      const channelId = await reach.channel({ userId }, one.kind)
      setFate(one.kind, channelId, one.fate)
      const method = { userId, order, channelId, delayMinutes: one.delayMinutes }
      const data = (["high", "low"] as const).map((urgency) => ({ ...method, urgency }))
      if (hasRules) await prisma.contactMethod.createMany({ data })
    }
    return member
  }

  const people: Awaited<ReturnType<typeof make>>[] = []
  for (const [at, one] of given.people.entries()) people.push(await make(at, one))
  const rooms: string[] = []
  for (const [at, one] of given.rooms.entries()) {
    const kind = at === 0 ? "slack_bot" : "slack_webhook"
    const id = await reach.channel({ projectId }, kind)
    setFate(kind, id, one)
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
  await throttle(world, { projectId, alertId: alert.id, channelIds: throttled })
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
  await reach.pass(given.at * 60)
  await happen()
  await reach.pass(promisedSeconds(given))
  return { reach, alert }
}

/** As many pages as a channel accepts in its time, of a round before the first. */
async function throttle(
  world: World,
  { projectId, alertId, channelIds }: { projectId: string; alertId: string; channelIds: string[] },
): Promise<void> {
  if (channelIds.length === 0) return
  await world.services.database.pool.query(
    `with before as (
       insert into page (id, project_id, alert_id, round, rule_order, reason)
       values ($1, $2, $3, 0, 0, 'earlier') returning id)
     insert into delivery (id, queue, event, subject_id, target, channel_id, dedupe_key, payload, state, page_id)
     select gen_random_uuid(), 'page', 'alert.created', $3, 'earlier', channel_id, gen_random_uuid(), '{}', 'delivered', before.id
       from before, unnest($4::uuid[]) channel_id, generate_series(1, 100)`,
    [newId(), projectId, alertId, channelIds],
  )
}

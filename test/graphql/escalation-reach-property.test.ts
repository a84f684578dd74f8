import fc from "fast-check"
import { expect, test } from "vitest"
import { readFigures } from "../../src/graphql/monitoring/health/read-health.ts"
import { playSituation, situation, type Situation } from "../support/reach-situation.ts"
import { useWorld } from "../support/world.ts"

const world = useWorld()
const runs = 60

/** A message was accepted for a current member or room, by itself or in a digest. */
const acceptedOf = async (alertId: string): Promise<number> => {
  const { rows } = await world.services.database.pool.query(
    `select count(*)::int as count from page join delivery d
         on d.page_id = page.id and d.event = 'alert.created' or d.id = page.digest_id
      where page.alert_id = $1 and page.round > 0 and d.state = 'delivered'
        and (page.channel_id is not null or exists (
              select from member m where m.project_id = page.project_id and m.user_id = page.user_id))`,
    [alertId],
  )
  return rows[0]?.count
}

/** How the ways of owners and admins end, when all are used at once. */
const lastWays = ({ people, hasAdmin }: Situation) =>
  people
    .slice(0, hasAdmin ? 2 : 1)
    .flatMap(({ account, channels }) => [account, ...channels.map(({ fate }) => fate)])

/** Whether the first rule is enough: a room takes messages, or a person's last way does. */
const isFirstEnough = ({ people, rooms, rules, event }: Situation) =>
  event === "nothing" &&
  (rules[0] ?? []).some(
    (at) => [...people.map(({ account }) => account), ...rooms][at] === "accepts",
  )

test("whatever fails, an alert reaches somebody or is marked as unreachable until a message is accepted", async () => {
  const seen = { reached: 0, unreachable: 0 }
  await fc.assert(
    fc.asyncProperty(situation, async (given) => {
      const { reach, alert } = await playSituation(world, given)
      const { unreachableSince, state } = await reach.escalation(alert.id)
      const accepted = await acceptedOf(alert.id)
      const { unreachableAlerts } = await readFigures(world.services)
      expect({ isUnreachable: unreachableSince !== null, unreachableAlerts }).toEqual(
        accepted > 0
          ? { isUnreachable: false, unreachableAlerts: 0 }
          : { isUnreachable: true, unreachableAlerts: 1 },
      )
      const { prisma } = world.services.database
      const steps = await prisma.escalationStep.count({ where: { alertId: alert.id } })
      expect(isFirstEnough(given) ? steps : 1).toBe(1)
      expect(["active", "exhausted"]).toContain(state)
      if (accepted > 0) {
        seen.reached += 1
        return
      }
      seen.unreachable += 1
      // Nobody among owners and admins could have been reached.
      expect(lastWays(given)).not.toContain("accepts")
      // Once a provider takes messages again, everything clears.
      reach.fates.clear()
      await reach.pass(12 * 60)
      expect(await acceptedOf(alert.id)).toBeGreaterThan(0)
      expect(await reach.escalation(alert.id)).toMatchObject({ unreachableSince: null })
      expect(await readFigures(world.services)).toMatchObject({ unreachableAlerts: 0 })
    }),
    { numRuns: runs },
  )
  // Both were tried.
  expect(seen.reached).toBeGreaterThan(0)
  expect(seen.unreachable).toBeGreaterThan(0)
})

import { expect, test } from "vitest"
import { createOverride } from "../../../src/graphql/on-call/rotation/create-override.ts"
import { createRotation } from "../../../src/graphql/on-call/rotation/create-rotation.ts"
import { deleteOverride } from "../../../src/graphql/on-call/rotation/delete-override.ts"
import { announceHandOvers } from "../../../src/graphql/on-call/schedule/hand-over.ts"
import { updatePolicy } from "../../../src/graphql/on-call/policy/update-policy.ts"
import { watchOnCall } from "../../../src/graphql/on-call/schedule/watch-on-call.ts"
import { startNotify } from "../../../src/notify/main.ts"
import { removeMember } from "../../../src/graphql/workspace/member/remove-member.ts"
import { eventPayloads } from "../../../src/graphql/outbox/event-payloads.ts"
import { busIsIdle } from "../../support/bus.ts"
import { soon } from "../../support/soon.ts"
import { useWorld } from "../../support/world.ts"
import { makeCrew } from "./crew.ts"

const world = useWorld()

const minutes = (count: number) => new Date(Date.now() + count * 60_000)

async function toldOf(rotationId: string) {
  const rows = await world.services.database.prisma.delivery.findMany({
    where: { subjectId: rotationId, event: "on_call.handed_over", target: "everyone" },
    orderBy: { id: "asc" },
    select: { payload: true, dedupeKey: true },
  })
  return rows.map(({ payload }) => {
    const { previous_user: previous, user } = payload as Record<string, { name: string } | null>
    return `${previous?.name ?? "nobody"} to ${user?.name ?? "nobody"}`
  })
}

/** Two people with shifts of an hour; the first one began half an hour ago. */
async function makeHourly() {
  const crew = await makeCrew(world)
  const { projectId, ed, ada, bo, policy } = crew
  const rotation = await createRotation(ed.ctx, {
    projectId,
    name: "Hourly",
    timeZone: "UTC",
    layers: [
      {
        name: "Turns",
        startsAt: minutes(-30),
        handOver: { unit: "hours", every: 1 },
        participantIds: [ada.userId, bo.userId],
      },
    ],
  })
  const use = () =>
    updatePolicy(ed.ctx, {
      id: policy.id,
      rules: [{ delayMinutes: 0, targets: [{ rotationId: rotation.id }] }],
    })
  /** Simulates passing time, then runs the job. */
  const pass = async (hours: number) => {
    await world.services.database.pool.query(
      `update rotation_layer set starts_at = starts_at - $2 * interval '1 hour' where rotation_id = $1`,
      [rotation.id, hours],
    )
    await world.services.database.pool.query(
      `update rotation set recheck_at = date_trunc('milliseconds', now()) where id = $1`,
      [rotation.id],
    )
    return announceHandOvers(world.services)
  }
  return { ...crew, rotation, use, pass }
}

test("a hand-over is announced once, whichever worker runs, and only if a policy uses the rotation", async () => {
  const { rotation, use, pass, projectId } = await makeHourly()
  await announceHandOvers(world.services)
  expect(await toldOf(rotation.id)).toEqual([])
  await use()
  await Promise.all([1, 2, 3].map(() => announceHandOvers(world.services)))
  expect(await toldOf(rotation.id)).toEqual(["nobody to Ada"])
  await announceHandOvers(world.services)
  await pass(0)
  expect(await toldOf(rotation.id)).toEqual(["nobody to Ada"])
  await pass(1)
  expect(await toldOf(rotation.id)).toEqual(["nobody to Ada", "Ada to Bo"])
  const { payload } = await world.services.database.prisma.delivery.findFirstOrThrow({
    where: { projectId, event: "on_call.handed_over", subjectId: rotation.id },
    orderBy: { id: "desc" },
  })
  const { since, until } = payload as { since: string; until: string }
  expect(payload).toMatchObject({
    rotation: { id: rotation.id, name: "Hourly" },
    gap_reason: null,
  })
  expect(Date.parse(until) - Date.parse(since)).toBe(3_600_000)
  expect(eventPayloads["on_call.handed_over"].safeParse(payload).error).toBeUndefined()
})

test("after downtime only the current shift is announced", async () => {
  const { rotation, use, pass } = await makeHourly()
  await use()
  await pass(0)
  await pass(4)
  expect(await toldOf(rotation.id)).toEqual(["nobody to Ada"])
  await pass(5)
  expect(await toldOf(rotation.id)).toEqual(["nobody to Ada", "Ada to Bo"])
})

test("overrides and departures cause hand-overs, also when they end", async () => {
  const { rotation, use, pass, ed, ada } = await makeHourly()
  await use()
  await pass(0)
  const override = await createOverride(ed.ctx, {
    rotationId: rotation.id,
    userId: ed.userId,
    startsAt: minutes(-5),
    endsAt: minutes(20),
  })
  await announceHandOvers(world.services)
  await deleteOverride(ed.ctx, override.id)
  await announceHandOvers(world.services)
  await removeMember(world.system, ada.memberId)
  await announceHandOvers(world.services)
  expect(await toldOf(rotation.id)).toEqual([
    "nobody to Ada",
    "Ada to Ed",
    "Ed to Ada",
    "Ada to nobody",
  ])
})

test("the next run is at the end of the shift, and never far away", async () => {
  const { rotation, use, pass } = await makeHourly()
  await use()
  await pass(0)
  const recheckAt = async () => {
    const { rows } = await world.services.database.pool.query<{ seconds: number }>(
      `select extract(epoch from recheck_at - now())::float8 as seconds from rotation where id = $1`,
      [rotation.id],
    )
    return rows[0]?.seconds ?? 0
  }
  expect(await recheckAt()).toBeGreaterThan(200)
  expect(await recheckAt()).toBeLessThanOrEqual(300)
  await world.services.database.pool.query(
    `update rotation_layer set starts_at = starts_at - interval '28 minutes' where rotation_id = $1`,
    [rotation.id],
  )
  await pass(0)
  expect(await recheckAt()).toBeLessThanOrEqual(120)
})

test("the notify role announces hand-overs", async () => {
  const { rotation, use } = await makeHourly()
  await use()
  const notify = await startNotify(world.services)
  await soon(() => toldOf(rotation.id)).toHaveLength(1)
  await notify.stop()
  expect(await toldOf(rotation.id)).toEqual(["nobody to Ada"])
})

test("subscribers receive hand-overs and changes to who is on call", async () => {
  const { projectId, ed, ada, rotation, use } = await makeHourly()
  await busIsIdle(world)
  const stream = await watchOnCall(ed.ctx, { projectId })
  const next = async () => (await stream.next()).value
  expect(await next()).toEqual({ row: { id: projectId }, isSnapshot: true })
  await use()
  const change = { row: { id: projectId }, isSnapshot: false }
  expect(await next()).toEqual(change)
  await announceHandOvers(world.services)
  expect(await next()).toEqual(change)
  await createOverride(ed.ctx, {
    rotationId: rotation.id,
    userId: ada.userId,
    startsAt: minutes(0),
    endsAt: minutes(20),
  })
  expect(await next()).toEqual(change)
  await stream.return?.()
})

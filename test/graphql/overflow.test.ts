import { beforeEach, expect, test } from "vitest"
import { sendOverflowDigests } from "../../src/graphql/on-call/contact/overflow.ts"
import { notice } from "../../src/channels/notice.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { removeMember } from "../../src/graphql/workspace/member/remove-member.ts"
import { pagingOf } from "../support/paging.ts"
import { reachOf } from "../support/reach.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

beforeEach(async () => {
  await world.services.database.pool.query("delete from delivery")
  await world.services.database.pool.query("delete from alert")
})

const rules = (target: { userId: string } | { channelId: string }) => [
  { delayMinutes: 0, targets: [target] },
]

/** Fails this many monitors and runs all steps; returns the titles of the alerts by number. */
async function storm(projectId: string, count: number) {
  const paging = pagingOf(world)
  for (let at = 0; at < count; at += 1) await paging.fail(projectId)
  await paging.runDueSteps()
}

/** Digests that are due: their targets and the alert numbers they contain. */
async function digests(projectId: string) {
  const { prisma, pool } = world.services.database
  expect(await sendOverflowDigests(world.services)).toBe(0)
  await pool.query(
    "update page set overflow_at = date_trunc('milliseconds', now()) where project_id = $1 and overflow_at is not null",
    [projectId],
  )
  const sent = await Promise.all([
    sendOverflowDigests(world.services),
    sendOverflowDigests(world.services),
  ])
  expect(sent.toSorted()).toEqual([0, 1])
  const rows = await prisma.delivery.findMany({
    where: { event: "alert.throttled", queue: "page" },
    orderBy: { createdAt: "desc" },
    take: 1,
  })
  return rows.map(({ target, payload }) => {
    const { paragraphs } = notice.parse(payload)
    const numbers = paragraphs.flatMap((line) => /#(\d+): Shop/.exec(line)?.[1] ?? [])
    return { target, numbers: numbers.map(Number) }
  })
}

const beyond = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)

test("36 outages for one person with SMS only: 20 pages, and one immediate digest of the other 16", async () => {
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const sms = await pagingOf(world).channel({ userId: ada.userId }, "sms")
  await createPolicy(ada.ctx, { projectId, name: "One", rules: rules(ada) })
  await storm(projectId, 36)
  const { prisma } = world.services.database
  const pages = await prisma.delivery.groupBy({
    by: ["state"],
    where: { channelId: sms, event: "alert.created" },
    _count: true,
    orderBy: { state: "asc" },
  })
  expect(pages.map(({ state, _count }) => [state, _count])).toEqual([
    ["pending", 20],
    ["cancelled", 16],
  ])
  const due = await prisma.page.findMany({ where: { projectId, overflowAt: { not: null } } })
  expect(due).toHaveLength(16)
  for (const { overflowAt, createdAt } of due) {
    expect((overflowAt?.getTime() ?? 0) - createdAt.getTime()).toBeLessThanOrEqual(12_000)
  }
  // The channel itself says so once, at once.
  const warnings = await prisma.delivery.findMany({
    where: { channelId: sms, event: "alert.throttled" },
  })
  expect(warnings).toHaveLength(1)
  expect(warnings[0]?.dueAt.getTime()).toBeLessThanOrEqual(Date.now())
  expect(await digests(projectId)).toEqual([
    { target: `account:${ada.userId}`, numbers: beyond(21, 36) },
  ])
})

test("a team channel receives the digest as well", async () => {
  const paging = pagingOf(world)
  const { id: projectId } = await makeProject(world)
  const room = await paging.channel({ projectId }, "slack_bot")
  await createPolicy(world.system, { projectId, name: "Room", rules: rules({ channelId: room }) })
  await paging.fail(projectId)
  await paging.runDueSteps()
  await paging.sql(
    `insert into delivery (id, event, subject_id, target, channel_id, dedupe_key, payload, state, page_id)
     select gen_random_uuid(), event, subject_id, target, channel_id, n || dedupe_key, '{}', 'delivered', page_id
       from delivery, generate_series(1, 99) n where channel_id = $1`,
    [room],
  )
  await storm(projectId, 2)
  expect(await digests(projectId)).toEqual([{ target: `slack_bot:${room}`, numbers: [2, 3] }])
})

test("an account's own address has a limit too, and its digest names every alert beyond it", async () => {
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  await storm(projectId, 110)
  const { prisma } = world.services.database
  const where = { accountId: ada.userId, event: "alert.created", page: { projectId } }
  expect(await prisma.delivery.count({ where: { ...where, state: "pending" } })).toBe(100)
  expect(await prisma.delivery.count({ where: { ...where, state: "cancelled" } })).toBe(10)
  expect(await digests(projectId)).toEqual([
    { target: `account:${ada.userId}`, numbers: beyond(101, 110) },
  ])
})

test("pages whose every channel failed are mailed to the account up to the same limit", async () => {
  const reach = reachOf(world)
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const push = await reach.channel({ userId: ada.userId }, "web_push")
  await reach.fail(projectId)
  await reach.runDueSteps()
  const { pool, prisma } = world.services.database
  await pool.query(
    `insert into delivery (id, event, subject_id, target, account_id, dedupe_key, payload, state, page_id)
     select gen_random_uuid(), event, subject_id, 'account:' || $1::uuid, $1::uuid, n || dedupe_key, '{}', 'delivered', page_id
       from delivery, generate_series(1, 98) n where channel_id = $2`,
    [ada.userId, push],
  )
  reach.fates.set(`web_push:${push}`, "dead")
  await reach.run()
  await storm(projectId, 4)
  await reach.run()
  expect(await prisma.delivery.count({ where: { accountId: ada.userId } })).toBe(100)
  const [digest] = await digests(projectId)
  expect(digest).toEqual({ target: `account:${ada.userId}`, numbers: [4, 5] })
  // The digest is what reaches the person.
  await reach.pass(60)
  const open = await prisma.escalation.findMany({ where: { projectId } })
  expect(open.map(({ reachedRound }) => reachedRound)).toEqual([1, 1, 1, 1, 1])
})

test("a digest that the account's address refuses has reached nobody", async () => {
  const reach = reachOf(world)
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const { alert } = await reach.fail(projectId)
  await reach.runDueSteps()
  const { pool } = world.services.database
  await pool.query("update delivery set state = 'cancelled' where subject_id = $1", [alert.id])
  await pool.query(
    "update page set overflow_at = now() - interval '1 second' where alert_id = $1",
    [alert.id],
  )
  reach.fates.set(`account:${ada.userId}`, "dead")
  await sendOverflowDigests(world.services)
  await reach.run()
  expect(await reach.escalation(alert.id)).toMatchObject({ unreachableSince: expect.any(Date) })
})

test("a person who left the project receives no digest of it", async () => {
  const { id: projectId } = await makeProject(world)
  await makeMember(world, projectId, "owner", "Ada")
  const bo = await makeMember(world, projectId, "editor", "Bo")
  await pagingOf(world).channel({ userId: bo.userId }, "sms")
  await createPolicy(world.system, { projectId, name: "One", rules: rules(bo) })
  await storm(projectId, 21)
  await removeMember(world.system, bo.memberId)
  const { pool, prisma } = world.services.database
  await pool.query(
    "update page set overflow_at = date_trunc('milliseconds', now()) where project_id = $1 and overflow_at is not null",
    [projectId],
  )
  await sendOverflowDigests(world.services)
  const target = `account:${bo.userId}`
  expect(await prisma.delivery.count({ where: { target, event: "alert.throttled" } })).toBe(0)
})

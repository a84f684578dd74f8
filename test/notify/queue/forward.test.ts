import { asWritten } from "../../../src/findings/finding.ts"
import { beforeEach, expect, test } from "vitest"
import { cancelUnsent } from "../../../src/graphql/delivery/channel/cancel-unsent.ts"
import { confirmDelivered } from "../../../src/graphql/delivery/log/confirm-delivery.ts"
import { forwardPages } from "../../../src/graphql/outbox/forward-pages.ts"
import { reportUndelivered } from "../../../src/graphql/delivery/log/report-undelivered.ts"
import { transact } from "../../../src/graphql/kernel/transaction.ts"
import { newId } from "../../../src/platform/id.ts"
import type { Outcome } from "../../../src/channels/message.ts"
import { reap } from "../../../src/notify/engine/reap-leases.ts"
import { arrived, lanesOf, refused, startProviders } from "../../support/queue.ts"
import { soon } from "../../support/soon.ts"
import { makeProject, useWorld } from "../../support/world.ts"

const world = useWorld()
const queues = lanesOf(world)

beforeEach(() => queues.sql("delete from delivery"))

const dead: Outcome = { kind: "dead", status: 404, finding: asWritten("There is no such number.") }
const taken = (receipt: string) => arrived(receipt, false)
const report = (receipt: string) =>
  transact(world.services, (tx) =>
    reportUndelivered(tx, receipt, asWritten("The phone is switched off.")),
  )
const confirm = (receipt: string) => transact(world.services, (tx) => confirmDelivered(tx, receipt))

async function makeWays(kinds: Parameters<typeof queues.page>[1]) {
  const { id: projectId } = await makeProject(world)
  const { ways, alertId } = await queues.page(projectId, kinds)
  const [first = "", second = "", third = ""] = ways
  return { first, second, third, alertId }
}

test("a failed contact method brings the person's next one forward, and no further one", async () => {
  const { first, second, third } = await makeWays(["sms", "voice", "email"])
  const { channels } = startProviders({ sms: () => dead })
  await queues.sendDue("page", channels)
  expect(await queues.read(first)).toMatchObject({ state: "dead" })
  expect(await queues.dueIn(second)).toBeLessThanOrEqual(0)
  expect(await queues.dueIn(third)).toBeGreaterThan(100)
})

test("a failing contact method gets one more attempt before the next one is used", async () => {
  const { first, second } = await makeWays(["sms", "voice"])
  const { channels, of } = startProviders({ sms: () => refused(), voice: () => arrived() })
  await queues.sendDue("page", channels)
  expect(await queues.dueIn(second)).toBeGreaterThan(50)
  await queues.sql("update delivery set due_at = now() - interval '1 ms' where id = $1", [first])
  await queues.sendDue("page", channels)
  await queues.sendDue("page", channels)
  expect(of("voice").map(({ deliveryId }) => deliveryId)).toEqual([second])
  // The first contact method is retried too.
  expect(await queues.read(first)).toMatchObject({ state: "pending", attemptCount: 2 })
})

test("a contact method whose worker died twice is not waited for either", async () => {
  const { second, third } = await makeWays(["sms", "voice", "email"])
  for (const isForwarded of [false, true]) {
    expect(await queues.claim("page")).toHaveLength(1)
    await queues.endLeases()
    await reap(world.services)
    expect((await queues.dueIn(second)) <= 0).toBe(isForwarded)
  }
  expect(await queues.dueIn(third)).toBeGreaterThan(100)
})

test("a provider that asks to wait more than half a minute is not waited for", async () => {
  const { second } = await makeWays(["sms", "voice"])
  const { channels } = startProviders({ sms: () => refused(300) })
  await queues.sendDue("page", channels)
  expect(await queues.dueIn(second)).toBeLessThanOrEqual(0)
})

test("a message that a provider accepted and lost is retried, and the next contact method is used at once", async () => {
  const { first, second } = await makeWays(["sms", "voice"])
  const { channels } = startProviders({ sms: () => taken("SM1") })
  await queues.sendDue("page", channels)
  expect(await queues.read(first)).toMatchObject({ state: "delivered", confirmedAt: null })
  expect(await queues.dueIn(second)).toBeGreaterThan(50)
  // The callback arrives twice, also concurrently.
  expect((await Promise.all([report("SM1"), report("SM1")])).toSorted()).toEqual([false, true])
  expect(await report("SM1")).toBe(false)
  expect(await queues.read(first)).toMatchObject({
    state: "pending",
    settledAt: null,
    lastError: "The phone is switched off.",
    attempts: [{ outcome: "undelivered", error: "The phone is switched off." }],
  })
  expect(await queues.dueIn(first)).toBeGreaterThan(4)
  expect(await queues.dueIn(second)).toBeLessThanOrEqual(0)
})

test("a contact method that loses three messages is given up", async () => {
  const { first } = await makeWays(["sms"])
  let count = 0
  const { channels } = startProviders({ sms: () => taken(`SM${(count += 1)}`) })
  for (const receipt of ["SM1", "SM2", "SM3"]) {
    await queues.bringForward()
    await queues.sendDue("page", channels)
    expect(await report(receipt)).toBe(true)
  }
  expect(await queues.read(first)).toMatchObject({ state: "dead", attemptCount: 3 })
})

test("a message lost after the acknowledgement is not sent again", async () => {
  const { first, alertId } = await makeWays(["sms"])
  const { channels } = startProviders({ sms: () => taken("SM9") })
  await queues.sendDue("page", channels)
  await queues.sql("update alert set acknowledged_at = now() where id = $1", [alertId])
  expect(await report("SM9")).toBe(true)
  expect(await queues.read(first)).toMatchObject({ state: "dead" })
})

test("a confirmation cannot be revoked, and an unknown receipt matches nothing", async () => {
  const { first } = await makeWays(["sms"])
  const { channels } = startProviders({ sms: () => taken("SM5") })
  await queues.sendDue("page", channels)
  expect(await confirm("SM5")).toBe(true)
  expect(await confirm("SM5")).toBe(false)
  expect(await report("SM5")).toBe(false)
  expect(await report("SM0")).toBe(false)
  const row = await queues.read(first)
  expect(row).toMatchObject({ state: "delivered", confirmedAt: expect.any(Date) })
})

test("settling waits for an acknowledgement that locks pages, and records what was sent meanwhile", async () => {
  const { id: projectId } = await makeProject(world)
  const { ways } = await queues.page(projectId, ["sms", "voice"])
  await queues.bringForward()
  const cancelled = Promise.withResolvers<undefined>()
  const client = await world.services.database.pool.connect()
  await client.query("begin")
  const cancel = () =>
    client.query(
      "update delivery set state = 'cancelled' where queue = 'page' and state = 'pending'",
    )
  const called = Promise.withResolvers<undefined>()
  const { channels } = startProviders({
    sms: async () => {
      await called.promise
      await cancel()
      cancelled.resolve(undefined)
      return arrived("SM7")
    },
    voice: async () => {
      called.resolve(undefined)
      await cancelled.promise
      return refused()
    },
  })
  const sent = queues.sendDue("page", channels)
  await cancelled.promise
  await soon(async () => {
    const { rows } = await queues.sql(
      "select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    )
    return rows[0]?.waiting
  }).toBeGreaterThan(0)
  await client.query("commit")
  client.release()
  expect(await sent).toEqual([true, true])
  const [sms, voice] = await Promise.all(ways.map((id) => queues.read(id)))
  expect(sms).toMatchObject({ state: "delivered", receipt: "SM7", attemptCount: 1 })
  expect(voice).toMatchObject({ state: "cancelled", attempts: [{ outcome: "rejected" }] })
  expect(await queues.claim("page")).toEqual([])
})

test("deleting a contact method brings the next one forward too", async () => {
  const { first, second, third } = await makeWays(["web_push", "sms", "voice"])
  const { channelId } = await queues.read(first)
  await transact(world.services, (tx) =>
    cancelUnsent(tx, channelId ?? "", asWritten("It was deleted.")),
  )
  expect(await queues.read(first)).toMatchObject({ state: "cancelled" })
  expect(await queues.dueIn(second)).toBeLessThanOrEqual(0)
  expect(await queues.dueIn(third)).toBeGreaterThan(100)
})

test("a lost message is sent again while the alert that took over is open", async () => {
  const { id: projectId } = await makeProject(world)
  const { alertId, ways } = await queues.page(projectId, ["sms"])
  const { alertId: nextId } = await queues.page(projectId, [])
  await queues.sql(
    `insert into escalation (alert_id, project_id, state, due_at, waiting_since, lead_id)
     values ($1, $3, 'exhausted', now(), now(), null), ($2, $3, 'ended', now(), now(), $1)`,
    [nextId, alertId, projectId],
  )
  await queues.sendDue("page", startProviders({ sms: () => taken("SM-next") }).channels)
  await queues.sql("update alert set resolved_at = now() where id = $1", [alertId])
  expect(await report("SM-next")).toBe(true)
  expect(await queues.read(ways[0] ?? "")).toMatchObject({ state: "pending" })
})

test("if no contact method of a page succeeds, the account address is mailed once", async () => {
  const { id: projectId } = await makeProject(world)
  const { pageId, ways } = await queues.page(projectId, ["sms", "voice"])
  const { prisma } = world.services.database
  const { userId } = await prisma.page.findUniqueOrThrow({ where: { id: pageId } })
  const member = { id: newId(), projectId, userId: userId ?? "", role: "editor" } as const
  await prisma.member.create({ data: member })
  const mails = () => prisma.delivery.findMany({ where: { pageId, target: `account:${userId}` } })
  const { channels, of } = startProviders({
    sms: () => dead,
    voice: () => refused(),
    email: () => arrived(),
  })
  await queues.sendDue("page", channels)
  await queues.sendDue("page", channels)
  expect(await queues.read(ways[1] ?? "")).toMatchObject({ state: "pending", attemptCount: 1 })
  expect(await mails()).toEqual([])
  await queues.bringForward()
  await queues.sendDue("page", channels)
  expect(await mails()).toMatchObject([{ state: "pending", channelId: null, queue: "page" }])
  await queues.sendDue("page", channels)
  expect(await mails()).toMatchObject([{ state: "delivered" }])
  expect(of("email")).toHaveLength(1)
  await transact(world.services, (tx) => forwardPages(tx, ways))
  expect(await mails()).toHaveLength(1)
})

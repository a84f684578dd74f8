import { expect, test } from "vitest"
import { scopes, type Scope } from "../../src/graphql/kernel/access.ts"
import { enqueueMessages as oweWays } from "../../src/graphql/outbox/enqueue-message.ts"
import { transact } from "../../src/graphql/kernel/transaction.ts"
import { deleteEndpoint } from "../../src/graphql/delivery/webhook/delete-webhook.ts"
import { updateEndpoint } from "../../src/graphql/delivery/webhook/update-webhook.ts"
import { newId } from "../../src/platform/id.ts"
import { eventPayloads } from "../../src/graphql/outbox/event-payloads.ts"
import { ask, keyActor } from "../support/ask.ts"
import { makeMember } from "../support/people.ts"
import { startReceiver } from "../support/receiver.ts"
import { attemptOf, webhooksOf } from "../support/webhooks.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const webhooks = webhooksOf(world)

const fields = `id event subjectId target state attemptCount lastError nextAttemptAt settledAt payload body
  attempts { number startedAt durationMs outcome responseStatus responseHeaders responseBody error }`
const list = `query ($id: ID!, $first: Int, $after: String) { webhookEndpoint(id: $id) {
  deliveries(first: $first, after: $after) {
    edges { node { ${fields} } } pageInfo { hasNextPage endCursor } } } }`
const mutations = {
  replay: `mutation ($id: ID!) { replayDelivery(id: $id) { ${fields} } }`,
  since: `mutation ($id: ID!, $since: DateTime!, $deadOnly: Boolean) {
    replayDeliveriesSince(endpointId: $id, since: $since, deadOnly: $deadOnly) }`,
  test: `mutation ($id: ID!) { sendTestEvent(endpointId: $id) { ${fields} } }`,
}

/** An endpoint with queued events, and an editor of its project. */
async function enqueueMessages(count: number, url = "https://one.example/hook") {
  const { id: projectId } = await makeProject(world)
  const { actor } = (await makeMember(world, projectId, "editor")).ctx
  const { endpoint } = await webhooks.make(projectId, url)
  for (let index = 0; index < count; index += 1) await webhooks.happen(projectId)
  await webhooks.address()
  const run = (source: string, variables: Record<string, unknown> = {}) =>
    ask(world, actor, source, { id: endpoint.id, ...variables })
  return { id: endpoint.id, projectId, actor, run }
}

/** Settles all due deliveries with this result. */
async function settleAll(more: Parameters<typeof attemptOf>[0]) {
  const { token, rows } = await webhooks.claim()
  for (const held of rows) await webhooks.settle(token, held, attemptOf(more))
}

const accepted = { outcome: "accepted", responseStatus: 200, finding: null } as const
type Node = { id: string; state: string; body: string; attempts: { number: number }[] }
type Page = {
  webhookEndpoint: {
    deliveries: {
      edges: { node: Node }[]
      pageInfo: { hasNextPage: boolean; endCursor: string }
    }
  }
}
const nodes = (answer: { data: unknown }) =>
  (answer.data as Page).webhookEndpoint.deliveries.edges.map(({ node }) => node)

test("an endpoint's deliveries are paginated newest first, each with its attempts", async () => {
  const { id, run } = await enqueueMessages(3)
  await settleAll({ retryAfter: 60, responseHeaders: "x: y", responseBody: "busy" })
  const first = await run(list, { first: 2 })
  expect(first.errors).toEqual([])
  const { pageInfo } = (first.data as Page).webhookEndpoint.deliveries
  expect(pageInfo.hasNextPage).toBe(true)
  const second = await run(list, { first: 2, after: pageInfo.endCursor })
  const seen = [...nodes(first), ...nodes(second)]
  const rows = await webhooks.deliveriesTo(id)
  expect(seen.map((node) => node.id)).toEqual(rows.map((row) => row.id).toReversed())
  expect(seen[0]).toEqual({
    id: rows[2]?.id,
    event: "alert.created",
    subjectId: rows[2]?.subjectId,
    target: `webhook:${id}`,
    state: "PENDING",
    attemptCount: 1,
    lastError: "The endpoint returned 500.",
    nextAttemptAt: rows[2]?.dueAt.toISOString(),
    settledAt: null,
    payload: rows[2]?.payload,
    body: rows[2]?.body,
    attempts: [
      {
        number: 1,
        startedAt: expect.any(String),
        durationMs: 12,
        outcome: "REJECTED",
        responseStatus: 500,
        responseHeaders: "x: y",
        responseBody: "busy",
        error: "The endpoint returned 500.",
      },
    ],
  })
})

test("a delivered or failed delivery is replayed under its id, with the same body and a full retry schedule", async () => {
  const { send, got, url } = await startReceiver()
  const { id, projectId, run } = await enqueueMessages(1, url)
  await webhooks.sql("update delivery set tries = 9 where endpoint_id = $1", [id])
  await settleAll({})
  const [dead] = nodes(await run(list))
  expect(dead).toMatchObject({ state: "DEAD", nextAttemptAt: null, settledAt: expect.any(String) })
  const again = await run(mutations.replay, { id: dead?.id })
  expect(again).toMatchObject({
    errors: [],
    data: { replayDelivery: { id: dead?.id, state: "PENDING", settledAt: null } },
  })
  await settleAll({})
  expect(nodes(await run(list))).toMatchObject([{ state: "PENDING", attemptCount: 2 }])
  // It is waiting for its second attempt; a replay sends it at once.
  await run(mutations.replay, { id: dead?.id })
  expect(await webhooks.sendDue(send)).toEqual([true])
  await run(mutations.replay, { id: dead?.id })
  expect(await webhooks.sendDue(send)).toEqual([true])
  expect(got.map(({ headers }) => headers["webhook-id"])).toEqual([dead?.id, dead?.id])
  expect(new Set(got.map(({ body }) => body))).toEqual(new Set([dead?.body]))
  const [arrived] = nodes(await run(list))
  expect(arrived).toMatchObject({ state: "ACCEPTED", attemptCount: 4 })
  expect(arrived?.attempts.map(({ number }) => number)).toEqual([4, 3, 2, 1])
  const audits = await world.services.database.prisma.auditEntry.findMany({
    where: { projectId, action: "delivery.replayed", subjectId: dead?.id ?? "" },
  })
  expect(audits[0]).toMatchObject({ subjectName: "alert.created to https://127.0.0.1" })
  expect(audits).toHaveLength(3)
})

test("a delivery in progress is not sent twice by a replay", async () => {
  const { id, run } = await enqueueMessages(1)
  const { rows } = await webhooks.claim()
  expect(rows).toHaveLength(1)
  await run(mutations.replay, { id: rows[0]?.id })
  expect((await webhooks.claim()).rows).toEqual([])
  expect(await webhooks.deliveriesTo(id)).toMatchObject([{ state: "pending", attemptCount: 0 }])
})

test("replaying since a time selects all or only failed deliveries, but no tests and no older ones", async () => {
  const { id, projectId, run } = await enqueueMessages(2)
  await settleAll(accepted)
  await webhooks.sql(
    "update delivery set created_at = now() - interval '1 day' where id = (select min(id::text)::uuid from delivery where endpoint_id = $1)",
    [id],
  )
  await run(mutations.test)
  await settleAll(accepted)
  await webhooks.happen(projectId)
  await webhooks.address()
  await webhooks.sql("update delivery set tries = 9 where endpoint_id = $1 and tries = 0", [id])
  await settleAll({})
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const states = async () => (await webhooks.deliveriesTo(id)).map(({ state }) => state)
  expect(await states()).toEqual(["delivered", "delivered", "delivered", "dead"])
  expect((await run(mutations.since, { since, deadOnly: true })).data).toEqual({
    replayDeliveriesSince: 1,
  })
  expect(await states()).toEqual(["delivered", "delivered", "delivered", "pending"])
  expect((await run(mutations.since, { since })).data).toEqual({ replayDeliveriesSince: 1 })
  expect(await states()).toEqual(["delivered", "pending", "delivered", "pending"])
})

test("a test event goes to one endpoint, regardless of its subscriptions", async () => {
  const { send, got, url } = await startReceiver()
  const { id, projectId, run } = await enqueueMessages(0, url)
  const { endpoint: other } = await webhooks.make(projectId, url, ["webhook_endpoint.test"])
  const { data, errors } = await run(mutations.test)
  expect(errors).toEqual([])
  expect(data?.["sendTestEvent"]).toMatchObject({
    event: "webhook_endpoint.test",
    subjectId: id,
    state: "PENDING",
    payload: { webhook_endpoint: { id, url: "https://127.0.0.1" } },
  })
  await webhooks.address()
  await webhooks.sendDue(send)
  expect(got).toHaveLength(1)
  const body = JSON.parse(got[0]?.body ?? "") as { type: string; data: unknown }
  expect(body.type).toBe("webhook_endpoint.test")
  expect(eventPayloads["webhook_endpoint.test"].parse(body.data)).toEqual(body.data)
  expect(await webhooks.deliveriesTo(other.id)).toEqual([])
})

test("nothing is sent manually to a disabled endpoint, on the Free plan, or for an event itself", async () => {
  const { id, projectId, run } = await enqueueMessages(1)
  const [delivery] = await webhooks.deliveriesTo(id)
  const event = await world.services.database.prisma.delivery.findFirstOrThrow({
    where: { projectId, target: "everyone" },
  })
  const since = new Date().toISOString()
  const all = async () => [
    (await run(mutations.replay, { id: delivery?.id })).errors[0]?.code,
    (await run(mutations.since, { since })).errors[0]?.code,
    (await run(mutations.test)).errors[0]?.code,
  ]
  expect((await run(mutations.replay, { id: event.id })).errors[0]).toMatchObject({
    code: "conflict",
    message: "This is the event itself; replay its webhook deliveries instead.",
  })
  await updateEndpoint(world.system, id, { enabled: false })
  expect(await all()).toEqual(["conflict", "conflict", "conflict"])
  await updateEndpoint(world.system, id, { enabled: true })
  await world.services.database.prisma.project.update({
    where: { id: projectId },
    data: { plan: "free" },
  })
  expect(await all()).toEqual(["plan_required", "plan_required", "plan_required"])
})

test("another project's delivery fails like an unknown one, and each mutation needs its scope", async () => {
  const { id, projectId } = await enqueueMessages(1)
  const [delivery] = await webhooks.deliveriesTo(id)
  const stranger = (await makeMember(world, (await makeProject(world)).id, "owner")).ctx.actor
  const asks = (actor: typeof stranger, ids: { delivery: unknown; endpoint: unknown }) =>
    Promise.all([
      ask(world, actor, mutations.replay, { id: ids.delivery }),
      ask(world, actor, mutations.since, { id: ids.endpoint, since: new Date().toISOString() }),
      ask(world, actor, mutations.test, { id: ids.endpoint }),
      ask(world, actor, list, { id: ids.endpoint }),
    ])
  const known = await asks(stranger, { delivery: delivery?.id, endpoint: id })
  expect(known).toEqual(await asks(stranger, { delivery: newId(), endpoint: newId() }))
  expect(known.map(({ errors }) => errors[0]?.code)).toEqual(known.map(() => "not_found"))
  const reader = keyActor(projectId, newId(), ["webhooks:read"])
  const seen = await asks(reader, { delivery: delivery?.id, endpoint: id })
  expect(seen.map(({ errors }) => errors[0]?.code)).toEqual([
    "insufficient_scope",
    "insufficient_scope",
    "insufficient_scope",
    undefined,
  ])
  await deleteEndpoint(world.system, id)
  const gone = await asks(stranger, { delivery: delivery?.id, endpoint: id })
  expect(gone).toEqual(known)
})

test("each delivery needs the permission of its subject, and lists contain only those allowed", async () => {
  const { projectId } = await enqueueMessages(1)
  const recipient = { accountId: newId() }
  const notice = { subject: "Words", paragraphs: [], link: null, unsubscribeUrl: null }
  const about = [
    ["page", "alert.created"],
    ["notice", "alert.throttled"],
    ["notice", "channel.test"],
    ["notice", "on_call.handed_over"],
    ["notice", "webhook_endpoint.disabled"],
    ["notice", "invitation.created"],
    ["notice", "status_page.link_asked"],
  ] as const
  await transact(world.services, (tx) =>
    oweWays(
      tx,
      about.map(([queue, event]) => ({
        projectId,
        queue,
        event,
        subjectId: newId(),
        recipient,
        notice,
        dedupeKey: `${event}:${projectId}`,
      })),
    ),
  )
  const source = `query ($id: ID!) { project(id: $id) {
    deliveries(first: 50) { edges { node { queue event } } } } }`
  type Listed = { project: { deliveries: { edges: { node: { queue: string; event: string } }[] } } }
  const read = async (...scopes: Scope[]): Promise<string[]> => {
    const key = keyActor(projectId, newId(), scopes)
    const { data, errors } = await ask(world, key, source, { id: projectId })
    if (errors.length > 0) return errors.map(({ code }) => String(code))
    const { edges } = (data as Listed).project.deliveries
    return edges.map(({ node }) => `${node.queue} ${node.event}`).toSorted()
  }
  expect({
    alerts: await read("alerts:read"),
    onCall: await read("on_call:read"),
    pages: await read("status_pages:read"),
    webhooks: new Set(await read("webhooks:read")),
    monitors: await read("monitors:read"),
  }).toMatchInlineSnapshot(`
    {
      "alerts": [
        "NOTICE alert.throttled",
        "PAGE alert.created",
      ],
      "monitors": [
        "insufficient_scope",
      ],
      "onCall": [
        "NOTICE channel.test",
        "NOTICE on_call.handed_over",
      ],
      "pages": [
        "NOTICE status_page.link_asked",
      ],
      "webhooks": Set {
        "EVENT alert.created",
        "NOTICE webhook_endpoint.disabled",
        "WEBHOOK alert.created",
      },
    }
  `)
  // A notice of an invitation is for people: no key may read who was invited.
  const everything = await read(...scopes)
  expect(everything.filter((one) => one.includes("invitation"))).toEqual([])
})

test("one delivery is read with what its project's list needs", async () => {
  const { id, projectId, actor } = await enqueueMessages(1)
  const [row] = await webhooks.deliveriesTo(id)
  const one = `query ($id: ID!) { delivery(id: $id) { id state attempts { number } } }`
  const read = (who: Parameters<typeof ask>[1], deliveryId = row?.id) =>
    ask(world, who, one, { id: deliveryId })
  const found = { delivery: { id: row?.id, state: "PENDING", attempts: [] } }
  expect(await read(actor)).toMatchObject({ data: found, errors: [] })
  expect(await read(keyActor(projectId, newId(), ["webhooks:read"]))).toMatchObject({ data: found })

  const refused = async (who: Parameters<typeof ask>[1], deliveryId?: string) =>
    (await read(who, deliveryId)).errors.map(({ code }) => code)
  expect(await refused(keyActor(projectId, newId(), ["monitors:read"]))).toEqual([
    "insufficient_scope",
  ])
  const { id: otherId } = await makeProject(world)
  const stranger = (await makeMember(world, otherId, "owner")).ctx.actor
  expect(await refused(stranger)).toEqual(["not_found"])
  expect(await refused(actor, newId())).toEqual(["not_found"])
  expect(await refused({ kind: "anonymous" })).toEqual(["unauthorized"])
})

import { expect, test } from "vitest"
import { chainEntries } from "../../src/graphql/workspace/audit/chain-entries.ts"
import { hashOf } from "../../src/graphql/workspace/audit/audit-line.ts"
import { createEndpoint } from "../../src/graphql/delivery/webhook/create-webhook.ts"
import { deleteEndpoint } from "../../src/graphql/delivery/webhook/delete-webhook.ts"
import { updateEndpoint } from "../../src/graphql/delivery/webhook/update-webhook.ts"
import { renameProject } from "../../src/graphql/workspace/project/rename-project.ts"
import { rotateSecret } from "../../src/graphql/delivery/webhook/rotate-secret.ts"
import { sendTestEvent } from "../../src/graphql/delivery/webhook/send-test.ts"
import { replayDeliveriesSince } from "../../src/graphql/delivery/log/replay-since.ts"
import { replayDelivery } from "../../src/graphql/delivery/log/replay-delivery.ts"
import { contextFor, type Context } from "../../src/graphql/kernel/context.ts"
import { eventKinds } from "../../src/graphql/outbox/event-kinds.ts"
import { newId } from "../../src/platform/id.ts"
import { ask, keyActor } from "../support/ask.ts"
import { makeCustomMember, makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"
import { webhooksOf } from "../support/webhooks.ts"

const world = useWorld()
const webhooks = webhooksOf(world)
const url = "https://hooks.example.com/audit"

type Body = { type: string; data: { audit_entry: { hash: string; [member: string]: unknown } } }

test("new entries are delivered with their hashes to endpoints that subscribe to them", async () => {
  const project = await makeProject(world)
  const { id: projectId } = project
  await chainEntries(world.services)
  const { endpoint } = await webhooks.make(projectId, url, ["audit_entry.created"])
  await renameProject(world.system, { id: projectId, name: "Renamed" })
  await chainEntries(world.services)
  await webhooks.address()
  const deliveries = await world.services.database.prisma.delivery.findMany({
    where: { endpointId: endpoint.id },
    orderBy: { id: "asc" },
  })
  const lines = deliveries.map(({ body }) => (JSON.parse(body ?? "") as Body).data.audit_entry)
  expect(lines).toMatchObject([
    { seq: 2, action: "webhook_endpoint.created", project_id: projectId },
    { seq: 3, action: "project.renamed", previous_hash: lines[0]?.hash },
  ])
  for (const { hash, ...line } of lines) expect(hashOf(line as never)).toBe(hash)

  const admin = await makeMember(world, projectId, "admin")
  const viewer = await makeMember(world, projectId, "viewer")
  const log = `query ($id: ID!) {
    webhookEndpoint(id: $id) { deliveries { edges { node { payload } } } }
  }`
  const count = async ({ ctx }: typeof admin) => {
    const { data, errors } = await ask(world, ctx.actor, log, { id: endpoint.id })
    expect(errors).toEqual([])
    return (data as { webhookEndpoint: { deliveries: { edges: object[] } } }).webhookEndpoint
      .deliveries.edges.length
  }
  expect([await count(admin), await count(viewer)]).toEqual([2, 0])
  const one = "query ($id: ID!) { delivery(id: $id) { payload } }"
  const read = await ask(world, viewer.ctx.actor, one, { id: deliveries[0]?.id })
  expect(read.errors[0]).toMatchObject({ code: "insufficient_scope" })
})

test("only members who may read the audit log decide where it is sent", async () => {
  const { id: projectId } = await makeProject(world)
  const { ctx } = await makeMember(world, projectId, "editor")
  const eventTypes = ["audit_entry.created" as const]
  const refused = { code: "insufficient_scope" }
  await expect(createEndpoint(ctx, { projectId, url, eventTypes })).rejects.toMatchObject(refused)
  const { endpoint } = await webhooks.make(projectId, url, eventTypes)
  const elsewhere = { url: "https://other.example.com/" }
  for (const change of [
    elsewhere,
    { enabled: false },
    { eventTypes: ["alert.created" as const] },
  ]) {
    await expect(updateEndpoint(ctx, endpoint.id, change)).rejects.toMatchObject(refused)
  }
  await expect(deleteEndpoint(ctx, endpoint.id)).rejects.toMatchObject(refused)
  const plain = await webhooks.make(projectId, url, ["alert.created"])
  await expect(updateEndpoint(ctx, plain.endpoint.id, { eventTypes })).rejects.toMatchObject(
    refused,
  )
  await updateEndpoint(ctx, plain.endpoint.id, elsewhere)
})

test("without audit:read nothing can be done with an endpoint that gets the audit log", async () => {
  const { id: projectId } = await makeProject(world)
  const { endpoint } = await webhooks.make(projectId, url, ["audit_entry.created"])
  const { id: endpointId } = endpoint
  await chainEntries(world.services)
  await webhooks.address()
  const [entry] = await webhooks.deliveriesTo(endpointId)
  const editor = await makeMember(world, projectId, "editor")
  const key = contextFor(world.services, keyActor(projectId, newId(), ["webhooks:write"]))
  const attempts = (ctx: Context) => [
    () => rotateSecret(ctx, endpointId),
    () => sendTestEvent(ctx, endpointId),
    () => replayDeliveriesSince(ctx, endpointId, { since: new Date(0) }),
    () => replayDelivery(ctx, entry?.id ?? ""),
    () => updateEndpoint(ctx, endpointId, { url: "https://other.example.com/" }),
    () => deleteEndpoint(ctx, endpointId),
  ]
  const refused = async () => {
    for (const attempt of [...attempts(editor.ctx), ...attempts(key)]) {
      await expect(attempt()).rejects.toMatchObject({ code: "insufficient_scope" })
    }
  }
  await refused()
  // It no longer subscribes, but entries are queued, and would go to another URL.
  await updateEndpoint(world.system, endpointId, { eventTypes: ["alert.created"] })
  await refused()
  await webhooks.sql("update delivery set state = 'dead' where endpoint_id = $1", [endpointId])
  for (const ctx of [editor.ctx, key]) {
    await expect(replayDelivery(ctx, entry?.id ?? "")).rejects.toMatchObject({
      code: "insufficient_scope",
    })
    expect(await replayDeliveriesSince(ctx, endpointId, { since: new Date(0) })).toBe(0)
  }
  const all = await replayDeliveriesSince(world.system, endpointId, { since: new Date(0) })
  expect(all).toBeGreaterThan(0)
})

test("a role without permission to read events cannot have them sent", async () => {
  const { id: projectId } = await makeProject(world)
  const { ctx } = await makeCustomMember(world, projectId, ["webhooks:write", "alerts:read"])
  const refused = { code: "insufficient_scope" }
  const made = await Promise.allSettled(
    eventKinds.map((event) => createEndpoint(ctx, { projectId, url, eventTypes: [event] })),
  )
  expect(eventKinds.filter((_event, at) => made[at]?.status === "fulfilled")).toEqual(
    eventKinds.filter((event) => /^(alert|webhook_endpoint)\./.test(event)),
  )
  const { endpoint } = await webhooks.make(projectId, url, ["incident.created"])
  await expect(rotateSecret(ctx, endpoint.id)).rejects.toMatchObject(refused)
})

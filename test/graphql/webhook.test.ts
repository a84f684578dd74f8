import { expect, test } from "vitest"
import { eventKinds } from "../../src/graphql/outbox/event-kinds.ts"
import { createEndpoint } from "../../src/graphql/delivery/webhook/create-webhook.ts"
import { deleteEndpoint } from "../../src/graphql/delivery/webhook/delete-webhook.ts"
import { rotateSecret } from "../../src/graphql/delivery/webhook/rotate-secret.ts"
import { updateEndpoint } from "../../src/graphql/delivery/webhook/update-webhook.ts"
import { newId } from "../../src/platform/id.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const rows = () => world.services.database.prisma.webhookEndpoint
const open = (sealed: Uint8Array | null) => sealed && world.services.vault.open(sealed)

const plain = { url: "https://example.com/hook?token=abc", eventTypes: ["monitor.status_changed"] }
const make = async (more: object = {}, projectId?: string) =>
  createEndpoint(world.system, {
    projectId: projectId ?? (await makeProject(world)).id,
    ...plain,
    ...more,
  })

const refusal = (attempt: () => Promise<unknown>) =>
  attempt().then(
    () => "let through",
    (error: { code?: string; message: string; issues?: unknown }) => ({
      code: error.code,
      issues: error.issues,
    }),
  )

test("creates an endpoint with a secret that is shown once and stored encrypted", async () => {
  const { endpoint, secret } = await make({ url: "HTTPS://Example.com:443/hook?token=abc" })
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(Buffer.from(secret.slice("whsec_".length), "base64")).toHaveLength(32)
  const row = await rows().findUniqueOrThrow({ where: { id: endpoint.id } })
  expect({ ...row, sealedSecret: open(row.sealedSecret) }).toEqual({
    id: endpoint.id,
    projectId: endpoint.projectId,
    url: "https://example.com/hook?token=abc",
    description: "",
    eventTypes: ["monitor.status_changed"],
    enabled: true,
    disabledReason: null,
    consecutiveFailures: 0,
    failingSince: null,
    lastSuccessAt: null,
    sealedSecret: secret,
    secretHint: secret.slice(-4),
    sealedPreviousSecret: null,
    previousSecretExpiresAt: null,
    createdAt: expect.any(Date),
    updatedAt: expect.any(Date),
  })
})

test("accepts every event kind in any order; refuses none, unknown and duplicate ones", async () => {
  const { id } = await makeProject(world)
  const all = eventKinds.toReversed()
  expect(eventKinds).toHaveLength(22)
  expect((await make({ eventTypes: all, enabled: false }, id)).endpoint).toMatchObject({
    eventTypes: all,
    enabled: false,
  })
  const issues = async (eventTypes: unknown) =>
    ((await refusal(() => make({ eventTypes }, id))) as { issues: object[] }).issues
  expect(await issues([])).toEqual([
    { pointer: "#/eventTypes", detail: "must name at least one event kind" },
  ])
  expect(await issues(["monitor.created", "monitor.created"])).toEqual([
    { pointer: "#/eventTypes", detail: "must name each event kind once" },
  ])
  expect(await issues(["monitor.created", "monitor.*"])).toEqual([
    {
      pointer: "#/eventTypes/1",
      detail: expect.stringMatching(/^must be one of monitor.created, /),
    },
  ])
})

test("refuses a forbidden URL, a NUL and an empty update by their pointers", async () => {
  const { endpoint } = await make()
  const { projectId, id } = endpoint
  for (const [attempt, pointer] of [
    [() => make({ url: "https://user@example.com" }, projectId), "#/url"],
    [() => make({ url: `https://example.com/${"x".repeat(2048)}` }, projectId), "#/url"],
    [() => make({ description: "a\u0000b" }, projectId), "#/description"],
    [() => make({ projectId: "x" }), "#/projectId"],
    [() => updateEndpoint(world.system, id, { url: "http://example.com" }), "#/url"],
    [() => updateEndpoint(world.system, id, { enabled: null }), "#/enabled"],
    [() => updateEndpoint(world.system, id, {}), "#"],
    [() => updateEndpoint(world.system, "x", { enabled: true }), "#/id"],
  ] as const) {
    expect(await refusal(attempt)).toMatchObject({
      code: "validation_failed",
      issues: [{ pointer }],
    })
  }
})

test("updates the given fields and nothing else", async () => {
  const { endpoint } = await make({ description: "orders" })
  const changed = await updateEndpoint(world.system, endpoint.id, { url: "https://example.net" })
  expect(changed).toEqual({
    ...endpoint,
    url: "https://example.net/",
    updatedAt: changed.updatedAt,
  })
  expect(changed.updatedAt.getTime()).toBeGreaterThan(endpoint.updatedAt.getTime())
  const bare = await updateEndpoint(world.system, endpoint.id, { description: null })
  expect(bare.description).toBe("")
  const same = { url: "https://example.net", eventTypes: ["monitor.status_changed" as const] }
  expect(await updateEndpoint(world.system, endpoint.id, same)).toEqual(bare)
})

test("enabling again resets failures and reason; an enabled endpoint keeps its count", async () => {
  const { endpoint } = await make()
  const where = { id: endpoint.id }
  const failed = { consecutiveFailures: 12, failingSince: new Date() }
  await rows().update({ where, data: { ...failed, enabled: false, disabledReason: "gone" } })
  expect(await updateEndpoint(world.system, endpoint.id, { enabled: false })).toMatchObject({
    ...failed,
    disabledReason: "gone",
  })
  expect(await updateEndpoint(world.system, endpoint.id, { enabled: true })).toMatchObject({
    enabled: true,
    disabledReason: null,
    consecutiveFailures: 0,
    failingSince: null,
  })
  await rows().update({ where, data: failed })
  const untouched = await updateEndpoint(world.system, endpoint.id, {
    enabled: true,
    description: "still",
  })
  expect(untouched).toMatchObject(failed)
  expect(await updateEndpoint(world.system, endpoint.id, { enabled: false })).toMatchObject({
    ...failed,
    enabled: false,
    disabledReason: null,
  })
})

test("a rotated secret keeps the previous one for 24 hours, and only that one", async () => {
  const { endpoint, secret: first } = await make()
  const { pool } = world.services.database
  const { rows: times } = await pool.query<{ now: Date }>("select now()")
  const second = await rotateSecret(world.system, endpoint.id)
  const hours =
    (second.previousSecretExpiresAt.getTime() - (times[0]?.now.getTime() ?? 0)) / 3_600_000
  expect(hours).toBeGreaterThanOrEqual(24)
  expect(hours).toBeLessThan(24.01)
  expect(second.secret).not.toBe(first)
  const kept = async () => {
    const row = await rows().findUniqueOrThrow({ where: { id: endpoint.id } })
    return [open(row.sealedSecret), open(row.sealedPreviousSecret), row.secretHint]
  }
  expect(await kept()).toEqual([second.secret, first, second.secret.slice(-4)])
  const third = await rotateSecret(world.system, endpoint.id)
  expect(await kept()).toEqual([third.secret, second.secret, third.secret.slice(-4)])
})

test("two concurrent rotations leave a chain without a gap", async () => {
  const { endpoint, secret: first } = await make()
  const both = await Promise.all([1, 2].map(() => rotateSecret(world.system, endpoint.id)))
  const row = await rows().findUniqueOrThrow({ where: { id: endpoint.id } })
  const secrets = both.map(({ secret }) => secret)
  expect(secrets).toContain(open(row.sealedSecret))
  expect(secrets).toContain(open(row.sealedPreviousSecret))
  expect([open(row.sealedSecret), first]).not.toContain(open(row.sealedPreviousSecret))
})

test("a project can have a hundred endpoints, also with a race for the last one", async () => {
  const { id: projectId } = await makeProject(world)
  await rows().createMany({
    data: Array.from({ length: 99 }, () => ({
      ...plain,
      id: newId(),
      projectId,
      sealedSecret: new Uint8Array(),
      secretHint: "abc=",
    })),
  })
  const raced = await Promise.all([1, 2, 3].map(() => refusal(() => make({}, projectId))))
  const full = { code: "plan_limit_exceeded", issues: [] }
  expect(raced.toSorted((one) => (one === "let through" ? -1 : 1))).toEqual([
    "let through",
    full,
    full,
  ])
  expect(await rows().count({ where: { projectId } })).toBe(100)
})

test("the Free plan can read and delete endpoints but not create or change them", async () => {
  const { endpoint } = await make()
  const { id, projectId } = endpoint
  const owner = await makeMember(world, projectId, "owner")
  await world.services.database.prisma.project.update({
    where: { id: projectId },
    data: { plan: "free" },
  })
  for (const ctx of [owner.ctx, world.system]) {
    for (const attempt of [
      () => createEndpoint(ctx, { projectId, ...plain }),
      () => updateEndpoint(ctx, id, { enabled: false }),
      () => rotateSecret(ctx, id),
    ]) {
      expect(await refusal(attempt)).toMatchObject({ code: "plan_required" })
    }
  }
  expect(await deleteEndpoint(owner.ctx, id)).toBe(id)
})

test("the audit log records each action without a secret and without the URL's path", async () => {
  const { endpoint, secret } = await make()
  const { id, projectId } = endpoint
  await updateEndpoint(world.system, id, {
    url: "https://example.net/other?key=def",
    eventTypes: ["alert.created"],
    enabled: false,
    description: "new",
  })
  const rotated = await rotateSecret(world.system, id)
  await deleteEndpoint(world.system, id)
  const entries = await world.services.database.prisma.auditEntry.findMany({
    where: { projectId, subjectId: id },
    orderBy: { id: "asc" },
    select: { action: true, subjectName: true, changes: true },
  })
  expect(entries).toEqual([
    {
      action: "webhook_endpoint.created",
      subjectName: "https://example.com",
      changes: { eventTypes: ["monitor.status_changed"], enabled: true },
    },
    {
      action: "webhook_endpoint.updated",
      subjectName: "https://example.net",
      changes: {
        url: { from: "https://example.com", to: "https://example.net" },
        description: { from: "", to: "new" },
        eventTypes: { from: ["monitor.status_changed"], to: ["alert.created"] },
        enabled: { from: true, to: false },
      },
    },
    {
      action: "webhook_endpoint.secret_rotated",
      subjectName: "https://example.net",
      changes: null,
    },
    { action: "webhook_endpoint.deleted", subjectName: "https://example.net", changes: null },
  ])
  const received = JSON.stringify(entries)
  for (const hidden of [secret, rotated.secret, "/hook", "token", "key="]) {
    expect(received).not.toContain(hidden)
  }
  expect(await refusal(() => deleteEndpoint(world.system, id))).toMatchObject({ code: "not_found" })
})

import { createHash, randomUUID } from "node:crypto"
import type { QueryConfig } from "pg"
import { expect, onTestFinished, test, vi } from "vitest"
import { createAuth } from "../../src/api/auth.ts"
import { createAuthenticator } from "../../src/api/authenticate.ts"
import { createKeyAuthenticator } from "../../src/api/authenticate-key.ts"
import { scopes } from "../../src/graphql/kernel/access.ts"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { revokeKey } from "../../src/graphql/workspace/key/revoke.ts"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import { ask, keyActor } from "../support/ask.ts"
import { makeMember } from "../support/people.ts"
import { soon } from "../support/soon.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

const bearer = (token: string) => new Headers({ authorization: `Bearer ${token}` })
const authenticatorFor = (services = world.services) =>
  createAuthenticator(createKeyAuthenticator(services), createAuth(services))

test("a key is shown once, stored as a hash, and works for its scopes", async () => {
  const project = await makeProject(world)
  const admin = await makeMember(world, project.id, "admin")
  const { key, token } = await createKey(admin.ctx, {
    projectId: project.id,
    class: "public",
    name: " deploy ",
    scopes: ["monitors:write", "monitors:read", "monitors:read"],
  })
  expect(token).toMatch(/^watchkeeper_live_[A-Za-z0-9_-]{43}$/)
  const row = await world.services.database.prisma.apiKey.findUniqueOrThrow({
    where: { id: key.id },
  })
  expect({ ...row, hash: Buffer.from(row.hash).toString("hex") }).toEqual({
    id: key.id,
    projectId: project.id,
    class: "public",
    name: "deploy",
    hash: createHash("sha256").update(token).digest("hex"),
    hint: token.slice("watchkeeper_live_".length).slice(0, 8),
    scopes: ["monitors:read", "monitors:write"],
    labelIds: [],
    allowedOrigins: [],
    requestsPerMinute: null,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    createdBy: admin.userId,
    createdAt: expect.any(Date),
  })
  expect(await authenticatorFor()(bearer(token))).toEqual({
    kind: "key",
    keyClass: "public",
    keyId: key.id,
    projectId: project.id,
    plan: "pro",
    name: "deploy",
    scopes: ["monitors:read", "monitors:write"],
    labelIds: [],
  })
})

test("the command line creates keys of every class, and all means every scope", async () => {
  const { id: projectId } = await makeProject(world)
  const made = []
  for (const [keyClass, asked] of [
    ["public", ["all"]],
    ["legacy", []],
    ["ingestion", []],
  ] as const) {
    const { key, token } = await createKey(world.system, {
      projectId,
      class: keyClass,
      name: keyClass,
      scopes: [...asked],
    })
    made.push({ prefix: token.slice(0, -43), scopes: key.scopes })
  }
  expect(made).toEqual([
    { prefix: "watchkeeper_live_", scopes: [...scopes] },
    { prefix: "watchkeeper_legacy_", scopes: [] },
    { prefix: "watchkeeper_ingest_", scopes: [] },
  ])
})

test("refuses invalid input by pointer", async () => {
  const { id: projectId } = await makeProject(world)
  const base = { projectId, class: "public" as const, name: "k", scopes: ["all" as const] }
  const refused = []
  for (const input of [
    { ...base, scopes: [] },
    { ...base, scopes: ["monitors:eat" as "all"] },
    { ...base, class: "legacy" as const },
    { ...base, name: "" },
    { ...base, expiresAt: new Date(Date.now() - 1) },
    { ...base, projectId: "x" },
  ]) {
    const error = await createKey(world.system, input).catch((error: unknown) => error)
    refused.push((error as { issues: { pointer: string }[] }).issues.map((one) => one.pointer))
  }
  expect(refused).toEqual([
    ["#/scopes"],
    ["#/scopes/0"],
    ["#/scopes"],
    ["#/name"],
    ["#/expiresAt"],
    ["#/projectId"],
  ])
  await expect(createKey(world.system, { ...base, projectId: randomUUID() })).rejects.toMatchObject(
    { code: "not_found" },
  )
})

test("editors, viewers and keys themselves cannot create, see or revoke keys", async () => {
  const project = await makeProject(world)
  const { key } = await createKey(world.system, {
    projectId: project.id,
    class: "public",
    name: "k",
    scopes: ["all"],
  })
  const editor = await makeMember(world, project.id, "editor")
  const viewer = await makeMember(world, project.id, "viewer")
  const robot = keyActor(project.id, key.id, [...scopes])
  for (const actor of [editor.ctx.actor, viewer.ctx.actor, robot]) {
    const ctx = contextFor(world.services, actor)
    const input = { projectId: project.id, class: "legacy" as const, name: "k" }
    await expect(createKey(ctx, input)).rejects.toMatchObject({ code: "insufficient_scope" })
    await expect(revokeKey(ctx, key.id)).rejects.toMatchObject({ code: "insufficient_scope" })
    const listed = await ask(
      world,
      actor,
      `query ($id: ID!) { project(id: $id) { keys { edges { cursor } } } }`,
      { id: project.id },
    )
    expect(listed.data).toEqual({ project: null })
    expect(listed.errors[0]).toMatchObject({ code: "insufficient_scope", path: "project.keys" })
  }
})

test("another project's key fails byte for byte like an unknown one", async () => {
  const [mine, theirs] = [await makeProject(world), await makeProject(world)]
  const { key } = await createKey(world.system, {
    projectId: theirs.id,
    class: "legacy",
    name: "k",
  })
  const admin = await makeMember(world, mine.id, "admin")
  const answers = []
  for (const id of [key.id, randomUUID()]) {
    answers.push(
      await ask(world, admin.ctx.actor, `mutation ($id: ID!) { revokeKey(id: $id) { id } }`, {
        id,
      }),
    )
  }
  expect(answers[0]?.errors[0]).toMatchObject({
    code: "not_found",
    message: "There is no such key.",
  })
  expect(JSON.stringify(answers[0])).toBe(JSON.stringify(answers[1]))
})

test("a revoked key stops at once, although it was cached, and the error says why", async () => {
  const { id: projectId } = await makeProject(world)
  const { key, token } = await createKey(world.system, {
    projectId,
    class: "public",
    name: "k",
    scopes: ["all"],
  })
  // A fixed clock: cached data never expires by itself.
  const authenticate = authenticatorFor({
    ...world.services,
    clock: { now: () => new Date(), monotonicMs: () => 0 },
  })
  expect(await authenticate(bearer(token))).toMatchObject({ keyId: key.id })
  const heard = new Promise<void>((resolve) => {
    world.services.bus.subscribe("access.changed", (payload) => {
      if (payload.projectId === projectId) resolve()
    })
  })
  const { revokedAt } = await revokeKey(world.system, key.id)
  await heard
  await expect(authenticate(bearer(token))).rejects.toMatchObject({
    code: "unauthorized",
    message: "This API key was revoked. Create a new one.",
  })
  expect((await revokeKey(world.system, key.id)).revokedAt).toEqual(revokedAt)
})

test("looks keys up in batches and refreshes those in use, so that even an unannounced revocation takes effect", async () => {
  const { id: projectId } = await makeProject(world)
  const make = (name: string) =>
    createKey(world.system, { projectId, class: "public", name, scopes: ["monitors:read"] })
  const [one, other] = [await make("one"), await make("other")]
  const { pool } = world.services.database
  const asked: number[] = []
  const counting = Object.create(pool, {
    query: {
      value: (statement: string | QueryConfig<[Buffer[]]>, values?: unknown[]) => {
        if (typeof statement === "string") return pool.query(statement, values ?? [])
        asked.push(statement.values?.[0].length ?? 0)
        return pool.query(statement)
      },
    },
  }) as typeof pool
  const clock = { ms: 0 }
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  const set = vi.spyOn(globalThis, "setInterval")
  const cleared = vi.spyOn(globalThis, "clearInterval")
  onTestFinished(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })
  const authenticate = createKeyAuthenticator({
    ...world.services,
    database: { ...world.services.database, pool: counting },
    // Nudges are not delivered here; only time has an effect.
    clock: { now: world.services.clock.now, monotonicMs: () => clock.ms },
    bus: { ...world.services.bus, subscribe: () => () => undefined, onGap: () => () => undefined },
  })
  const ask = ({ token }: { token: string }) =>
    authenticate(`Bearer ${token}`).then(
      ({ name }) => name,
      (error: unknown) => String(error),
    )
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await Promise.all([ask(one), ask(other)])).toEqual(["one", "other"])
  }
  expect(asked).toEqual([2])
  const revoke = ({ key }: typeof one) =>
    pool.query("update api_key set revoked_at = now() where id = $1", [key.id])
  await revoke(one)
  clock.ms = 499
  vi.advanceTimersByTime(50)
  expect(asked).toEqual([2])
  clock.ms = 800
  vi.advanceTimersByTime(50)
  // Meanwhile requests use the cached key.
  expect(await Promise.all([ask(one), ask(other)])).toEqual(["one", "other"])
  await soon(() => ask(one)).toContain("revoked")
  expect(asked).toEqual([2, 2])
  // If it could not be refreshed, the next request looks it up.
  await revoke(other)
  clock.ms = 1800
  expect(await ask(other)).toContain("revoked")
  expect(asked).toEqual([2, 2, 1])
  // Unused keys are not refreshed.
  clock.ms = 4801
  vi.advanceTimersByTime(800)
  const own = set.mock.results.filter((_timer, at) => set.mock.calls[at]?.[1] === 50)
  expect(own.length).toBeGreaterThan(0)
  for (const { value } of own) expect(cleared).toHaveBeenCalledWith(value)
  expect(asked).toEqual([2, 2, 1])
})

test("reports every other wrong credential with its own message", async () => {
  const { id: projectId } = await makeProject(world)
  const expiring = await createKey(world.system, {
    projectId,
    class: "public",
    name: "k",
    scopes: ["all"],
    expiresAt: new Date(Date.now() + 60_000),
  })
  const legacy = await createKey(world.system, { projectId, class: "legacy", name: "k" })
  const ingestion = await createKey(world.system, { projectId, class: "ingestion", name: "k" })
  let nowMs = Date.now()
  const authenticate = authenticatorFor({
    ...world.services,
    clock: { now: () => new Date(nowMs), monotonicMs: () => nowMs },
  })
  expect(await authenticate(bearer(expiring.token))).toMatchObject({ kind: "key" })
  nowMs += 61_000
  const messages = []
  for (const authorization of [
    `bearer ${expiring.token}`,
    `Bearer ${legacy.token}`,
    `Bearer ${ingestion.token}`,
    `Bearer watchkeeper_live_${"a".repeat(43)}`,
    "Bearer something",
    "Basic YTpi",
    "",
  ]) {
    const error = await authenticate(new Headers({ authorization })).catch(
      (error: unknown) => error,
    )
    expect(error).toMatchObject({ code: "unauthorized" })
    messages.push((error as Error).message)
  }
  expect(messages).toEqual([
    "This API key has expired. Create a new one.",
    "This is a legacy key, which works for /mcp and /api/metrics. Use a public key instead (watchkeeper_live_…).",
    "This is an ingestion key, which only sends telemetry. Use a public key instead (watchkeeper_live_…).",
    "This API key does not exist. Check that you copied all of it, or create a new one.",
    "This API key does not exist. Check that you copied all of it, or create a new one.",
    "The Authorization header must have the form: Bearer watchkeeper_live_…",
    "The Authorization header must have the form: Bearer watchkeeper_live_…",
  ])
})

test("records the first use of a key, but not a second one within the minute", async () => {
  const { prisma } = world.services.database
  const { id: projectId } = await makeProject(world)
  const make = () =>
    createKey(world.system, { projectId, class: "public", name: "k", scopes: ["all"] })
  const used = async ({ key: { id } }: Awaited<ReturnType<typeof make>>) =>
    (await prisma.apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt
  const one = await make()
  await authenticatorFor()(bearer(one.token))
  await soon(() => used(one)).not.toBeNull()
  const before = await used(one)
  // The last use is recorded together with a new key, which shows that the key was read.
  const other = await make()
  const authenticate = authenticatorFor()
  await authenticate(bearer(one.token))
  await authenticate(bearer(other.token))
  await soon(() => used(other)).not.toBeNull()
  expect(await used(one)).toEqual(before)
})

test("a Free project's key can read, and writing names the required plan", async () => {
  const project = await makeProject(world, "free")
  const { key } = await createKey(world.system, {
    projectId: project.id,
    class: "public",
    name: "k",
    scopes: ["all"],
  })
  const ctx = contextFor(world.services, keyActor(project.id, key.id, [...scopes], "free"))
  await expect(createLabel(ctx, { projectId: project.id, name: "x" })).rejects.toMatchObject({
    code: "plan_required",
  })
  await expect(ctx.access.require(project.id, "monitors:read")).resolves.toBeUndefined()
})

test("GraphQL creates a key, lists it newest first without its secret, and revokes it", async () => {
  const project = await makeProject(world)
  const { ctx } = await makeMember(world, project.id, "admin")
  const keyIds = []
  for (const name of ["one", "two"]) {
    const { data, errors } = await ask(
      world,
      ctx.actor,
      `mutation ($id: ID!, $name: String!) { createKey(projectId: $id, class: PUBLIC, name: $name,
         scopes: ["alerts:read"]) { token key { id } } }`,
      { id: project.id, name },
    )
    expect(errors).toEqual([])
    expect(data).toMatchObject({
      createKey: {
        token: expect.stringMatching(/^watchkeeper_live_/),
        key: { id: expect.any(String) },
      },
    })
    keyIds.push((data as { createKey: { key: { id: string } } }).createKey.key.id)
  }
  await ask(world, ctx.actor, `mutation ($id: ID!) { revokeKey(id: $id) { id } }`, {
    id: keyIds[0],
  })
  const listed = await ask(
    world,
    ctx.actor,
    `query ($id: ID!) { project(id: $id) { keys { edges { node { name class scopes revokedAt } } } } }`,
    { id: project.id },
  )
  expect(listed).toEqual({
    data: {
      project: {
        keys: {
          edges: [
            { node: { name: "two", class: "PUBLIC", scopes: ["alerts:read"], revokedAt: null } },
            {
              node: {
                name: "one",
                class: "PUBLIC",
                scopes: ["alerts:read"],
                revokedAt: expect.any(String),
              },
            },
          ],
        },
      },
    },
    errors: [],
  })
})

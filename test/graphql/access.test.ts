import { randomUUID } from "node:crypto"
import { getNamedType, isLeafType, isRequiredArgument } from "graphql"
import { expect, test } from "vitest"
import type { Role } from "../../prisma/generated/enums.ts"
import { scopes, type Permission } from "../../src/graphql/kernel/access.ts"
import { contextFor, type Context } from "../../src/graphql/kernel/context.ts"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { revokeKey } from "../../src/graphql/workspace/key/revoke.ts"
import { changeRole } from "../../src/graphql/workspace/member/change-role.ts"
import { removeMember } from "../../src/graphql/workspace/member/remove-member.ts"
import { schema } from "../../src/graphql/schema.ts"
import { reauthorize } from "../../src/graphql/live/reauthorize.ts"
import { watch } from "../../src/graphql/live/watch.ts"
import { newId } from "../../src/platform/id.ts"
import { ask, keyActor } from "../support/ask.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

const all: Permission[] = [
  ...scopes,
  "project:read",
  "project:write",
  "project:delete",
  "members:read",
  "members:write",
  "keys:read",
  "keys:write",
  "audit:read",
  "telemetry:read",
  "security:write",
]

test("each role may do what the lower ones may, and require agrees with permissions", async () => {
  const { id: projectId } = await makeProject(world)
  const added: Record<Exclude<Role, "custom">, Permission[]> = {
    owner: [],
    admin: [],
    editor: [],
    viewer: [],
  }
  let below: Permission[] = []
  for (const role of ["viewer", "editor", "admin", "owner"] as const) {
    const { ctx } = await makeMember(world, projectId, role)
    const may: Permission[] = []
    for (const permission of all) {
      const isAllowed = await ctx.access.require(projectId, permission).then(
        () => true,
        () => false,
      )
      if (isAllowed) may.push(permission)
    }
    expect(new Set(await ctx.access.permissions(projectId))).toEqual(new Set(may))
    expect(below.filter((permission) => !may.includes(permission))).toEqual([])
    added[role] = may.filter((permission) => !below.includes(permission))
    below = may
  }
  expect(added).toEqual({
    viewer: [
      ...scopes.filter((one) => one.endsWith(":read")),
      "project:read",
      "members:read",
      "telemetry:read",
    ],
    editor: scopes.filter((one) => one.endsWith(":write")),
    admin: ["project:write", "members:write", "keys:read", "keys:write", "audit:read"],
    owner: ["project:delete", "security:write"],
  })
})

test("a key may do what its scopes name in its own project, and nothing personal", async () => {
  const project = await makeProject(world)
  const free = await makeProject(world, "free")
  const ctx = contextFor(world.services, keyActor(project.id, newId(), [...scopes]))
  expect(await ctx.access.permissions(project.id)).toEqual(["project:read", ...scopes])
  expect(await ctx.access.permissions(free.id)).toEqual([])
  for (const permission of all.filter((one) => !(scopes as readonly string[]).includes(one))) {
    if (permission === "project:read") continue
    await expect(ctx.access.require(project.id, permission)).rejects.toMatchObject({
      code: "insufficient_scope",
    })
  }
  await expect(ctx.access.require(free.id, "monitors:read", "monitor")).rejects.toMatchObject({
    code: "not_found",
    message: "There is no such monitor.",
  })
  const onFree = contextFor(world.services, keyActor(free.id, newId(), [...scopes], "free"))
  expect(await onFree.access.permissions(free.id)).toEqual([
    "project:read",
    ...scopes.filter((one) => one.endsWith(":read")),
  ])
})

test("caches a grant until it is cleared, but not a refusal", async () => {
  const { id: projectId } = await makeProject(world)
  const { ctx, memberId, userId } = await makeMember(world, projectId, "editor")
  await ctx.access.require(projectId, "monitors:write")
  await changeRole(world.system, { memberId, role: "viewer" })
  await expect(ctx.access.require(projectId, "monitors:write")).resolves.toBeUndefined()
  ctx.access.clear()
  await expect(ctx.access.require(projectId, "monitors:write")).rejects.toMatchObject({
    code: "insufficient_scope",
  })
  const other = await makeProject(world)
  await expect(ctx.access.require(other.id, "project:read")).rejects.toMatchObject({
    code: "not_found",
  })
  await world.services.database.prisma.member.create({
    data: { id: newId(), projectId: other.id, userId, role: "viewer" },
  })
  await expect(ctx.access.require(other.id, "project:read")).resolves.toBeUndefined()
})

async function isValid(ctx: Context): Promise<boolean> {
  const { kind } = ctx.actor
  if (kind !== "user" && kind !== "key") throw new Error("nothing that ends")
  return (await reauthorize(ctx, ctx.actor, null)).isValid
}

test("a credential is valid until its session or key has ended", async () => {
  const { prisma } = world.services.database
  const { id: projectId } = await makeProject(world)
  const { ctx, sessionId } = await makeMember(world, projectId, "viewer")
  expect(await isValid(ctx)).toBe(true)
  await prisma.session.update({ where: { id: sessionId }, data: { expiresAt: new Date() } })
  expect(await isValid(ctx)).toBe(false)
  await prisma.session.delete({ where: { id: sessionId } })
  expect(await isValid(ctx)).toBe(false)

  const { key } = await createKey(world.system, {
    projectId,
    class: "public",
    name: "k",
    scopes: ["all"],
    expiresAt: new Date(Date.now() + 60_000),
  })
  const robot = (services = world.services) =>
    contextFor(services, keyActor(projectId, key.id, ["monitors:read"]))
  expect(await isValid(robot())).toBe(true)
  const later = { now: () => new Date(Date.now() + 61_000), monotonicMs: () => 0 }
  expect(await isValid(robot({ ...world.services, clock: later }))).toBe(false)
  await revokeKey(world.system, key.id)
  expect(await isValid(robot())).toBe(false)
})

test("a stream ends with the key, session or membership that opened it", async () => {
  const { prisma } = world.services.database
  const { id: projectId } = await makeProject(world)
  const open = async (ctx: Context) => {
    const stream = watch(ctx, {
      projectId,
      permission: "monitors:read",
      noun: "monitor",
      topic: "monitor.changed",
      matches: () => true,
      snapshot: () => Promise.resolve(["now"]),
      read: () => Promise.resolve(null),
    })
    expect(await stream.next()).toEqual({ done: false, value: { row: "now", isSnapshot: true } })
    return { next: stream.next().catch((error: unknown) => error) }
  }
  const { key } = await createKey(world.system, {
    projectId,
    class: "public",
    name: "k",
    scopes: ["all"],
  })
  const byKey = await open(contextFor(world.services, keyActor(projectId, key.id, [...scopes])))
  await revokeKey(world.system, key.id)
  expect(await byKey.next).toMatchObject({ code: "unauthorized" })

  const removed = await makeMember(world, projectId, "viewer")
  const byMembership = await open(removed.ctx)
  await removeMember(world.system, removed.memberId)
  expect(await byMembership.next).toMatchObject({
    code: "not_found",
    message: "There is no such monitor.",
  })

  const left = await makeMember(world, projectId, "viewer")
  const bySession = await open(left.ctx)
  await prisma.session.delete({ where: { id: left.sessionId } })
  await world.services.bus.publish([
    { topic: "access.changed", payload: { projectId: null, userId: left.userId } },
  ])
  expect(await bySession.next).toMatchObject({ code: "unauthorized" })
})

test("asks anonymous callers to sign in, everywhere", async () => {
  const { id } = await makeProject(world)
  const { access } = contextFor(world.services, { kind: "anonymous" })
  for (const projectId of [id, randomUUID()]) {
    await expect(access.require(projectId, "project:read")).rejects.toMatchObject({
      code: "unauthorized",
      message: "Sign in or send an API key as a bearer token.",
    })
  }
})

test("no mutation tells an anonymous caller that something does not exist", async () => {
  const values = { ID: `"${randomUUID()}"`, String: `"x"`, Role: "VIEWER" } as Record<
    string,
    string
  >
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap((field) => {
    const required = field.args.filter(isRequiredArgument)
    const given = required.map(({ name, type }) => [name, values[getNamedType(type).name]])
    const isOfThing = required.some(({ name }) => name === "id")
    if (!isOfThing || given.some(([, value]) => value === undefined)) return []
    const selection = isLeafType(getNamedType(field.type)) ? "" : "{ __typename }"
    const args = given.map(([name, value]) => `${name}: ${value}`).join(", ")
    return [{ name: field.name, source: `mutation { ${field.name}(${args}) ${selection} }` }]
  })
  expect(fields.length).toBeGreaterThan(40)
  const codes = await Promise.all(
    fields.map(async ({ name, source }) => {
      const { errors } = await ask(world, { kind: "anonymous" }, source)
      return { name, code: errors[0]?.code }
    }),
  )
  // Some mutations validate input before they look up the object.
  const uniform = ["unauthorized", "validation_failed"]
  expect(codes.filter(({ code }) => !uniform.includes(String(code)))).toEqual([])
})

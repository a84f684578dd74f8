import { expect, test } from "vitest"
import {
  actorName,
  createAccess,
  type Actor,
  type Permission,
} from "../../src/graphql/kernel/access.ts"
import { findGrant } from "../../src/graphql/kernel/find-grant.ts"
import {
  alertScope,
  isWithin,
  maintenanceScope,
  type Subject,
} from "../../src/graphql/kernel/monitor-scope.ts"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import { newId } from "../../src/platform/id.ts"
import type { Services } from "../../src/platform/services.ts"
import { keyActor } from "../support/ask.ts"
import { insertMonitor } from "../support/checks.ts"
import { makeCustomMember, makeMember, makePerson } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

/** What access follows from, each rule alone, with the least that shows it. */

const world = useWorld()
const anonymous: Actor = { kind: "anonymous" }
const via = { client: "Agent", tool: "add_note" }
const as = (actor: Actor) => createAccess(world.services, actor)

/** Fails the test if anything is looked up. */
const withoutDatabase = {} as Pick<Services, "database">

/** Lookups of a project by the system, which the test answers one by one. */
function slowDatabase() {
  const asked: PromiseWithResolvers<unknown>[] = []
  const findUnique = () => {
    const next = Promise.withResolvers<unknown>()
    asked.push(next)
    return next.promise
  }
  const database = { prisma: { project: { findUnique } } } as unknown as Services["database"]
  return { asked, access: createAccess({ database }, { kind: "system", name: "test" }) }
}
const project = { plan: "pro", deletedAt: null }

async function labelled() {
  const { id: projectId } = await makeProject(world)
  const label = await createLabel(world.system, { projectId, name: "web" })
  const [inside, outside] = [
    await insertMonitor(world, projectId),
    await insertMonitor(world, projectId),
  ]
  const { prisma } = world.services.database
  await prisma.monitorLabel.create({ data: { monitorId: inside.id, labelId: label.id } })
  const limit = { labelIds: [label.id] }
  return { projectId, label, inside, outside, limit }
}
const monitor = ({ id }: { id: string | null }): Subject => ({ type: "monitor", id })

test("what a key may do in its project follows from the key alone, at once", async () => {
  const access = createAccess(withoutDatabase, keyActor("p", newId(), ["monitors:read"]))
  expect(access.check("p", "project:read")).toBe(true)
  expect(access.check("p", "monitors:read")).toBe(true)
  expect(() => access.check("p", "alerts:read")).toThrow("missing the scope alerts:read")
  expect(() => access.check("other", "monitors:read", "monitor")).toThrow("no such monitor")
  expect(await access.permissions("p")).toEqual(["project:read", "monitors:read"])
  expect(await access.permissions("other")).toEqual([])
  expect([await access.limit("p"), await access.limit("other")]).toEqual([null, []])
  expect(await access.needsTwoFactor("p")).toBe(false)
})

test("a key of a Free project reads", async () => {
  const scopes: Permission[] = ["monitors:read", "monitors:write"]
  const free = createAccess(withoutDatabase, keyActor("p", newId(), scopes, "free"))
  expect(free.check("p", "monitors:read")).toBe(true)
  expect(() => free.check("p", "monitors:write")).toThrow("read-only")
  expect(await free.permissions("p")).toEqual(["project:read", "monitors:read"])
  const pro = createAccess(withoutDatabase, keyActor("p", newId(), scopes))
  expect(pro.check("p", "monitors:write")).toBe(true)
})

test("the anonymous may do nothing, and nothing is looked up", async () => {
  const access = createAccess(withoutDatabase, anonymous)
  expect(() => access.check("p", "project:read")).toThrow("Sign in")
  expect([await access.permissions("p"), await access.limit("p")]).toEqual([[], []])
  expect(await access.needsTwoFactor("p")).toBe(false)
  expect([actorName(anonymous), actorName(keyActor("p", "k", []))]).toEqual(["anonymous", "robot"])
})

test("the system may do everything in projects that are not deleted", async () => {
  const { id: projectId } = await makeProject(world)
  const access = as({ kind: "system", name: "test" })
  const unknown = createAccess(withoutDatabase, { kind: "system", name: "test" })
  expect(await unknown.limit(projectId)).toBeNull()
  expect(await unknown.permissions(projectId)).toContain("security:write")
  await access.require(projectId, "security:write")
  await expect(access.require(newId(), "project:read")).rejects.toThrow("no such project")
  const data = { deletedAt: new Date() }
  await world.services.database.prisma.project.update({ where: { id: projectId }, data })
  await expect(as({ kind: "system", name: "test" }).require(projectId, "project:read"))
    .rejects //
    .toThrow("no such project")
})

test("a refusal that was looked up with others is not looked up again", async () => {
  const actor: Actor = { kind: "user", userId: "u", sessionId: "s", name: "Ada", email: "a@b" }
  const refused = createAccess(withoutDatabase, actor, { projectId: "p", grant: null })
  expect(await refused.limit("p")).toEqual([])
  expect(await refused.permissions("p")).toEqual([])
  const checked = refused.check("p", "project:read")
  await expect(checked).rejects.toThrow("no such project")
})

test("a grant that was asked for before the cache was cleared is not cached", async () => {
  const { asked, access } = slowDatabase()
  const before = access.check("p", "project:read")
  access.clear()
  asked[0]?.resolve(project)
  await before
  const after = access.check("p", "project:read")
  expect([asked.length, after]).toEqual([2, expect.any(Promise)])
  asked[1]?.resolve(project)
  await after
  expect(access.check("p", "project:read")).toBe(true)
})

test("a refusal that was asked for before the cache was cleared leaves the next lookup alone", async () => {
  const { asked, access } = slowDatabase()
  const before = access.require("p", "project:read")
  access.clear()
  const after = access.require("p", "project:read")
  asked[0]?.resolve(null)
  await expect(before).rejects.toThrow("no such project")
  const together = access.require("p", "project:read")
  expect(asked.length).toBe(2)
  asked[1]?.resolve(project)
  await Promise.all([after, together])
})

test("two-factor authentication is needed where the project requires it and the sign-in lacks it", async () => {
  const { id: projectId } = await makeProject(world)
  const { ctx } = await makeMember(world, projectId, "owner")
  const { actor } = ctx
  if (actor.kind !== "user") throw new Error("a member is a user")
  expect(await ctx.access.needsTwoFactor(projectId)).toBe(false)
  const data = { requiresTwoFactor: true }
  await world.services.database.prisma.project.update({ where: { id: projectId }, data })
  const weak = as(actor)
  expect(await weak.needsTwoFactor(projectId)).toBe(true)
  expect(await weak.permissions(projectId)).toEqual(["project:read"])
  await weak.require(projectId, "project:read")
  await expect(weak.require(projectId, "monitors:read")).rejects.toThrow("two-factor")
  for (const strong of [
    { ...actor, isStrong: true },
    { ...actor, via },
  ]) {
    expect(await as(strong).needsTwoFactor(projectId)).toBe(false)
    await as(strong).require(projectId, "project:delete")
  }
  const stranger = await makePerson(world)
  expect(await stranger.ctx.access.needsTwoFactor(projectId)).toBe(false)
})

test("a refusal names the role, or says that it is the member's own", async () => {
  const { id: projectId } = await makeProject(world)
  const viewer = await makeMember(world, projectId, "viewer")
  const custom = await makeCustomMember(world, projectId, ["alerts:read"])
  const refused = (of: typeof viewer) => of.ctx.access.require(projectId, "monitors:write")
  await expect(refused(viewer)).rejects.toThrow("which the role viewer does not have")
  await expect(refused(custom)).rejects.toThrow("which your role does not have")
  await custom.ctx.access.require(projectId, "alerts:read")
})

test("a limit to labels includes their monitors and nothing of the whole project", async () => {
  const { projectId, inside, outside, limit } = await labelled()
  const { ctx } = await makeMember(world, projectId, "editor", "Bo", limit)
  const may = (permission: Permission, about?: Subject | "within") =>
    ctx.access.require(projectId, permission, "monitor", about)
  await may("monitors:write", monitor(inside))
  await may("monitors:read", "within")
  await may("on_call:read")
  await expect(may("monitors:read", monitor(outside))).rejects.toThrow("no such monitor")
  await expect(may("monitors:read", monitor({ id: null }))).rejects.toThrow("no such monitor")
  await expect(may("monitors:read")).rejects.toThrow("does not include the whole project")
  await expect(may("status_pages:read", "within")).rejects.toThrow("the permission status_pages")
  expect(await ctx.access.limit(projectId)).toEqual(limit.labelIds)
  expect(await ctx.access.permissions(projectId)).not.toContain("status_pages:read")
  expect(await ctx.access.permissions(projectId)).toContain("monitors:write")
  const seen = (row: { id: string } | null) => ctx.access.seen(projectId, "monitor", row)
  expect([await seen(inside), await seen(outside), await seen(null)]).toEqual([inside, null, null])
  expect(await ctx.access.allSeen(projectId, [inside, outside], monitor)).toEqual([inside])
})

test("without a limit everything of the project is seen, and without access nothing", async () => {
  const { projectId, inside, outside } = await labelled()
  const { ctx } = await makeMember(world, projectId, "viewer")
  expect(await ctx.access.limit(projectId)).toBeNull()
  expect(await ctx.access.permissions(projectId)).toContain("status_pages:read")
  expect(await ctx.access.sees(projectId, monitor(outside))).toBe(true)
  const rows = [inside, outside]
  expect(await ctx.access.allSeen(projectId, rows, () => monitor({ id: null }))).toBe(rows)
  const { access } = (await makePerson(world)).ctx
  expect(await access.limit(projectId)).toEqual([])
  expect(await access.permissions(projectId)).toEqual([])
  expect(await access.allSeen(projectId, rows, monitor)).toEqual([])
})

test("what a person answers by message is not limited; what a program does for a limited person is", async () => {
  const { projectId, outside, limit } = await labelled()
  const { ctx } = await makeMember(world, projectId, "editor", "Bo", limit)
  if (ctx.actor.kind !== "user") throw new Error("a member is a user")
  const answering = as({ ...ctx.actor, via })
  expect(await answering.limit(projectId)).toBeNull()
  await answering.require(projectId, "alerts:write", "alert")
  const program = as({ ...keyActor(projectId, newId(), ["monitors:read"]), ...limit, via } as Actor)
  expect(await program.limit(projectId)).toEqual(limit.labelIds)
  const checked = program.check(projectId, "monitors:read", "monitor", monitor(outside))
  await expect(checked).rejects.toThrow("no such monitor")
})

test("lists without a limit have no condition, and what belongs to no monitor is beyond every limit", async () => {
  const { database } = world.services
  expect([alertScope(null), maintenanceScope(null)]).toEqual([{}, {}])
  const labels = [newId()]
  expect(alertScope(labels)).toEqual({
    monitor: { is: { labels: { some: { labelId: { in: labels } } } } },
  })
  expect(maintenanceScope(labels)).toMatchObject({ monitors: { some: {}, every: {} } })
  expect(await isWithin({ ...withoutDatabase } as never, labels, monitor({ id: null }))).toBe(false)
  expect(await findGrant(database, { projectId: "none", userId: newId() })).toBeNull()
})

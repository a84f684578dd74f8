import { expect, test } from "vitest"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { reauthorize } from "../../src/graphql/live/reauthorize.ts"
import { leaveProject } from "../../src/graphql/workspace/member/remove-member.ts"
import { requireTwoFactor } from "../../src/graphql/workspace/project/require-two-factor.ts"
import { ask, keyActor } from "../support/ask.ts"
import { makeMember, type Person } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

/** The same person, in a session that proved a second factor. */
function strong({ ctx: { actor } }: Person) {
  if (actor.kind !== "user") throw new Error("not a person")
  return { ...actor, isStrong: true }
}
const strongly = (person: Person) => contextFor(world.services, strong(person))

const mine = `query ($id: ID!) {
  project(id: $id) { name requiresTwoFactor needsTwoFactor permissions }
  projects { edges { node { name } } }
  viewer { memberships { edges { node { role project { name } } } } }
}`
const inside = `query ($id: ID!) {
  project(id: $id) { monitors { edges { node { name } } } }
}`

test("a project that requires a second factor shows its name alone to a member without one, and all to everyone else", async () => {
  const { id: projectId } = await makeProject(world)
  const owner = await makeMember(world, projectId, "owner")
  const editor = await makeMember(world, projectId, "editor")
  await requireTwoFactor(strongly(owner), { projectId, isRequired: true })

  const answer = await ask(world, editor.ctx.actor, mine, { id: projectId })
  expect(answer.errors).toEqual([])
  expect(answer.data).toMatchObject({
    project: { requiresTwoFactor: true, needsTwoFactor: true, permissions: ["project:read"] },
    viewer: { memberships: { edges: [{ node: { role: "EDITOR" } }] } },
  })
  const refused = await ask(world, editor.ctx.actor, inside, { id: projectId })
  expect(refused.errors).toMatchObject([
    { code: "insufficient_scope", message: expect.stringContaining("Set up one-time codes") },
  ])
  const view = `query ($id: ID!) { project(id: $id) { members { edges { node { name } } } } }`
  expect((await ask(world, editor.ctx.actor, view, { id: projectId })).errors).toHaveLength(1)

  const scopes = ["monitors:read"]
  const others = {
    "a session that proved one": strong(editor),
    "a key": keyActor(projectId, projectId, scopes),
  }
  for (const [name, actor] of Object.entries(others)) {
    const { errors } = await ask(world, actor, inside, { id: projectId })
    expect({ name, errors }).toEqual({ name, errors: [] })
  }
  await leaveProject(contextFor(world.services, editor.ctx.actor), projectId)
})

test("an open stream ends with the requirement, and not if its session has a second factor", async () => {
  const { id: projectId } = await makeProject(world)
  const { prisma } = world.services.database
  const [owner, other] = [
    await makeMember(world, projectId, "owner"),
    await makeMember(world, projectId, "viewer"),
  ]
  const needs = async ({ ctx: { actor } }: Person) => {
    if (actor.kind !== "user") throw new Error("not a person")
    return (await reauthorize(world.services, actor, projectId)).grant?.needsTwoFactor
  }
  expect(await needs(other)).toBe(false)
  await requireTwoFactor(strongly(owner), { projectId, isRequired: true })
  // What the account has proves nothing of a session.
  await prisma.user.update({ where: { id: other.userId }, data: { twoFactorEnabled: true } })
  expect(await needs(other)).toBe(true)
  for (const data of [{ factor: "code" }, { factor: null, signInMethod: "sso" }]) {
    await prisma.session.update({ where: { id: other.sessionId }, data })
    expect(await needs(other)).toBe(false)
  }
})

test("only owners require it, and none locks themselves out", async () => {
  const { id: projectId } = await makeProject(world)
  const admin = await makeMember(world, projectId, "admin")
  await expect(requireTwoFactor(strongly(admin), { projectId, isRequired: true })).rejects.toThrow(
    "security:write",
  )
  const owner = await makeMember(world, projectId, "owner")
  await expect(requireTwoFactor(owner.ctx, { projectId, isRequired: true })).rejects.toThrow(
    "You would lock yourself out",
  )
  const byPasskey = strongly(owner)
  await requireTwoFactor(byPasskey, { projectId, isRequired: true })
  await requireTwoFactor(byPasskey, { projectId, isRequired: false })
  const entries = await world.services.database.prisma.auditEntry.findMany({
    where: { projectId, action: "project.two_factor_changed" },
    orderBy: { id: "asc" },
  })
  expect(entries.map(({ changes }) => changes)).toEqual([
    { requiresTwoFactor: { from: false, to: true } },
    { requiresTwoFactor: { from: true, to: false } },
  ])
})

import { randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import { acceptInvitation } from "../../src/graphql/workspace/member/accept-invitation.ts"
import { changeRole } from "../../src/graphql/workspace/member/change-role.ts"
import { inviteMember } from "../../src/graphql/workspace/member/invite-member.ts"
import { readOffer } from "../../src/graphql/workspace/member/read-offer.ts"
import { leaveProject, removeMember } from "../../src/graphql/workspace/member/remove-member.ts"
import { revokeInvitation } from "../../src/graphql/workspace/member/revoke-invitation.ts"
import { newId } from "../../src/platform/id.ts"
import { ask, keyActor } from "../support/ask.ts"
import { makeMember, makePerson } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

const tokenOf = (url: string) => url.slice(url.lastIndexOf("/") + 1)
const roleOf = (memberId: string) =>
  world.services.database.prisma.member
    .findUnique({ where: { id: memberId } })
    .then((member) => member?.role ?? null)

test("an admin assigns roles up to admin and cannot change an owner", async () => {
  const { id: projectId } = await makeProject(world)
  const owner = await makeMember(world, projectId, "owner")
  const admin = await makeMember(world, projectId, "admin")
  const viewer = await makeMember(world, projectId, "viewer")
  const change = { memberId: viewer.memberId, role: "admin" as const }
  expect(await changeRole(admin.ctx, change)).toMatchObject({ role: "admin" })
  for (const refused of [
    () => changeRole(admin.ctx, { memberId: viewer.memberId, role: "owner" }),
    () => changeRole(admin.ctx, { memberId: admin.memberId, role: "owner" }),
    () => changeRole(admin.ctx, { memberId: owner.memberId, role: "viewer" }),
    () => removeMember(admin.ctx, owner.memberId),
  ]) {
    await expect(refused()).rejects.toMatchObject({ code: "insufficient_scope" })
  }
  await changeRole(owner.ctx, { memberId: viewer.memberId, role: "owner" })
  expect(await roleOf(viewer.memberId)).toBe("owner")
})

test("viewers, editors and keys cannot change members", async () => {
  const { id: projectId } = await makeProject(world)
  const { memberId } = await makeMember(world, projectId, "viewer")
  const editor = await makeMember(world, projectId, "editor")
  const viewer = await makeMember(world, projectId, "viewer")
  for (const actor of [
    editor.ctx.actor,
    viewer.ctx.actor,
    keyActor(projectId, newId(), ["monitors:write"]),
  ]) {
    for (const document of [
      `mutation ($id: ID!) { changeMemberRole(id: $id, role: VIEWER) { id } }`,
      `mutation ($id: ID!) { removeMember(id: $id) }`,
    ]) {
      const { errors } = await ask(world, actor, document, { id: memberId })
      expect(errors[0]).toMatchObject({ code: "insufficient_scope" })
    }
    const { errors } = await ask(
      world,
      actor,
      `mutation ($id: ID!) { inviteMember(projectId: $id, email: "a@b.test", role: VIEWER) { url } }`,
      { id: projectId },
    )
    expect(errors[0]).toMatchObject({ code: "insufficient_scope" })
  }
})

test("another project's member and invitation fail byte for byte like unknown ones", async () => {
  const [mine, theirs] = [await makeProject(world), await makeProject(world)]
  const { ctx } = await makeMember(world, mine.id, "owner")
  const { memberId } = await makeMember(world, theirs.id, "viewer")
  const { invitation } = await inviteMember(world.system, {
    projectId: theirs.id,
    email: "x@y.test",
    role: "viewer",
  })
  for (const [document, id] of [
    [`mutation ($id: ID!) { changeMemberRole(id: $id, role: VIEWER) { id } }`, memberId],
    [`mutation ($id: ID!) { removeMember(id: $id) }`, memberId],
    [`mutation ($id: ID!) { revokeInvitation(id: $id) { id } }`, invitation.id],
  ] as const) {
    const known = await ask(world, ctx.actor, document, { id })
    const unknown = await ask(world, ctx.actor, document, { id: randomUUID() })
    expect(known.errors[0]).toMatchObject({ code: "not_found" })
    expect(JSON.stringify(known)).toBe(JSON.stringify(unknown))
  }
})

test("the last owner cannot leave, step down or be removed", async () => {
  const { id: projectId } = await makeProject(world)
  const owner = await makeMember(world, projectId, "owner")
  for (const refused of [
    () => leaveProject(owner.ctx, projectId),
    () => changeRole(owner.ctx, { memberId: owner.memberId, role: "admin" }),
    () => removeMember(owner.ctx, owner.memberId),
    () => changeRole(world.system, { memberId: owner.memberId, role: "viewer" }),
  ]) {
    await expect(refused()).rejects.toMatchObject({ code: "conflict" })
  }
  expect(await roleOf(owner.memberId)).toBe("owner")
})

test("of two owners who leave concurrently one stays", async () => {
  const { id: projectId } = await makeProject(world)
  const owners = [
    await makeMember(world, projectId, "owner"),
    await makeMember(world, projectId, "owner"),
  ]
  const ends = await Promise.allSettled(owners.map(({ ctx }) => leaveProject(ctx, projectId)))
  expect(ends.map(({ status }) => status).toSorted((a, b) => a.localeCompare(b))).toEqual([
    "fulfilled",
    "rejected",
  ])
  expect(await world.services.database.prisma.member.count({ where: { projectId } })).toBe(1)
})

test("a viewer leaves; the end of the membership is published and their own invitations are withdrawn", async () => {
  const { id: projectId } = await makeProject(world)
  await makeMember(world, projectId, "owner")
  const admin = await makeMember(world, projectId, "admin")
  const { url } = await inviteMember(admin.ctx, {
    projectId,
    email: "back-door@example.test",
    role: "admin",
  })
  const heard = new Promise((resolve) => {
    world.services.bus.subscribe("access.changed", (payload) => {
      if (payload.userId === admin.userId) resolve(payload.projectId)
    })
  })
  expect(await leaveProject(admin.ctx, projectId)).toBe(projectId)
  expect(await heard).toBe(projectId)
  expect(await readOffer(world.system, tokenOf(url))).toBeNull()
  admin.ctx.access.clear()
  await expect(admin.ctx.access.require(projectId, "project:read")).rejects.toMatchObject({
    code: "not_found",
  })
})

test("an owner who becomes an admin leaves no invitation that creates an owner", async () => {
  const { id: projectId } = await makeProject(world)
  const owner = await makeMember(world, projectId, "owner")
  const demoted = await makeMember(world, projectId, "owner")
  const second = await makePerson(world)
  const invite = (email: string, role: "owner" | "admin") =>
    inviteMember(demoted.ctx, { projectId, email, role })
  const [high, low] = [await invite(second.email, "owner"), await invite("a@b.test", "admin")]
  await changeRole(owner.ctx, { memberId: demoted.memberId, role: "admin" })
  await expect(acceptInvitation(second.ctx, tokenOf(high.url))).rejects.toMatchObject({
    code: "conflict",
  })
  expect(await readOffer(world.system, tokenOf(low.url))).toMatchObject({ role: "admin" })
  await changeRole(owner.ctx, { memberId: demoted.memberId, role: "editor" })
  expect(await readOffer(world.system, tokenOf(low.url))).toBeNull()
})

test("an invitation is sent, accepted only with its address, and only once", async () => {
  const project = await makeProject(world)
  const admin = await makeMember(world, project.id, "admin")
  const person = await makePerson(world, "Grace")
  const stranger = await makePerson(world)
  const { url, invitation } = await inviteMember(admin.ctx, {
    projectId: project.id,
    email: ` ${person.email.toUpperCase()} `,
    role: "editor",
  })
  expect(url).toMatch(/^http:\/\/localhost:3000\/invitations\/[A-Za-z0-9_-]{43}$/)
  expect(invitation.email).toBe(person.email)
  expect(invitation.expiresAt.getTime() - invitation.createdAt.getTime()).toBeGreaterThan(
    7 * 86_400_000 - 5000,
  )
  const token = tokenOf(url)
  const offer = await ask(
    world,
    { kind: "anonymous" },
    `query ($token: String!) { invitationOffer(token: $token) { projectName email role } }`,
    { token },
  )
  expect(offer).toEqual({
    data: {
      invitationOffer: { projectName: project.name, email: person.email, role: "EDITOR" },
    },
    errors: [],
  })
  await expect(acceptInvitation(stranger.ctx, token)).rejects.toMatchObject({
    code: "insufficient_scope",
  })
  await expect(acceptInvitation(world.system, token)).rejects.toMatchObject({
    code: "unauthorized",
  })
  await expect(acceptInvitation(person.ctx, "made up")).rejects.toMatchObject({
    code: "not_found",
  })
  const both = await Promise.allSettled([1, 2].map(() => acceptInvitation(person.ctx, token)))
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
  expect(both.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "conflict" },
  })
  expect(await readOffer(world.system, token)).toBeNull()
  await expect(person.ctx.access.require(project.id, "monitors:write")).resolves.toBeUndefined()
  await expect(
    inviteMember(admin.ctx, { projectId: project.id, email: person.email, role: "viewer" }),
  ).rejects.toMatchObject({ issues: [{ pointer: "#/email" }] })
})

test("an invitation ends when it is replaced, withdrawn or expired", async () => {
  const { prisma } = world.services.database
  const { id: projectId } = await makeProject(world)
  const person = await makePerson(world)
  const input = { projectId, email: person.email, role: "viewer" as const }
  const first = await inviteMember(world.system, input)
  const second = await inviteMember(world.system, input)
  await expect(acceptInvitation(person.ctx, tokenOf(first.url))).rejects.toMatchObject({
    code: "conflict",
  })
  await revokeInvitation(world.system, second.invitation.id)
  await expect(acceptInvitation(person.ctx, tokenOf(second.url))).rejects.toMatchObject({
    code: "conflict",
  })
  await expect(revokeInvitation(world.system, second.invitation.id)).rejects.toMatchObject({
    code: "conflict",
  })
  const third = await inviteMember(world.system, input)
  await prisma.$executeRaw`
    update invitation set expires_at = date_trunc('milliseconds', now()) where id = ${third.invitation.id}::uuid`
  await expect(acceptInvitation(person.ctx, tokenOf(third.url))).rejects.toMatchObject({
    code: "conflict",
  })
  expect(await prisma.member.count({ where: { projectId } })).toBe(0)
})

test("an admin cannot invite an owner, and an invalid address is refused with a pointer", async () => {
  const { id: projectId } = await makeProject(world)
  const { ctx } = await makeMember(world, projectId, "admin")
  await expect(
    inviteMember(ctx, { projectId, email: "a@b.test", role: "owner" }),
  ).rejects.toMatchObject({ code: "insufficient_scope" })
  for (const email of ["nobody", "a\u0000@b.test", `${"a".repeat(260)}@b.test`]) {
    await expect(inviteMember(ctx, { projectId, email, role: "viewer" })).rejects.toMatchObject({
      code: "validation_failed",
      issues: [{ pointer: "#/email" }],
    })
  }
})

test("the graph lists members to viewers and invitations to admins only", async () => {
  const project = await makeProject(world)
  const owner = await makeMember(world, project.id, "owner", "Olga")
  const viewer = await makeMember(world, project.id, "viewer", "Vera")
  await inviteMember(owner.ctx, { projectId: project.id, email: "n@b.test", role: "editor" })
  const variables = { id: project.id }
  const members = await ask(
    world,
    viewer.ctx.actor,
    `query ($id: ID!) { project(id: $id) { members { edges { node { name email role } } } } }`,
    variables,
  )
  expect(members).toEqual({
    data: {
      project: {
        members: {
          edges: [
            { node: { name: "Olga", email: owner.email, role: "OWNER" } },
            { node: { name: "Vera", email: viewer.email, role: "VIEWER" } },
          ],
        },
      },
    },
    errors: [],
  })
  const document = `query ($id: ID!) { project(id: $id) { invitations { edges { node { email role } } } } }`
  expect(await ask(world, owner.ctx.actor, document, variables)).toEqual({
    data: {
      project: { invitations: { edges: [{ node: { email: "n@b.test", role: "EDITOR" } }] } },
    },
    errors: [],
  })
  expect(await ask(world, viewer.ctx.actor, document, variables)).toMatchObject({
    data: { project: null },
    errors: [{ code: "insufficient_scope" }],
  })
  const changed = await ask(
    world,
    owner.ctx.actor,
    `mutation ($id: ID!) { changeMemberRole(id: $id, role: EDITOR) { name role project { name } } }`,
    { id: viewer.memberId },
  )
  expect(changed).toEqual({
    data: { changeMemberRole: { name: "Vera", role: "EDITOR", project: { name: project.name } } },
    errors: [],
  })
})

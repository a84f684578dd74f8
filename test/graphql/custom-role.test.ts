import { expect, test } from "vitest"
import { grantable, type Permission } from "../../src/graphql/kernel/access.ts"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { reauthorize } from "../../src/graphql/live/reauthorize.ts"
import { acceptInvitation } from "../../src/graphql/workspace/member/accept-invitation.ts"
import { applyGroups } from "../../src/graphql/workspace/member/apply-groups.ts"
import { changeRole } from "../../src/graphql/workspace/member/change-role.ts"
import { inviteMember } from "../../src/graphql/workspace/member/invite-member.ts"
import { removeMember } from "../../src/graphql/workspace/member/remove-member.ts"
import { createCustomRole } from "../../src/graphql/workspace/custom-role/create-custom-role.ts"
import { deleteCustomRole } from "../../src/graphql/workspace/custom-role/delete-custom-role.ts"
import { updateCustomRole } from "../../src/graphql/workspace/custom-role/update-custom-role.ts"
import { ask } from "../support/ask.ts"
import { makeMember, makePerson } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

async function projectWith(permissions: Permission[], name = "Support") {
  const { id: projectId } = await makeProject(world)
  const owner = await makeMember(world, projectId, "owner")
  const role = await createCustomRole(owner.ctx, { projectId, name, permissions })
  const member = await makeMember(world, projectId, "viewer")
  await changeRole(owner.ctx, { memberId: member.memberId, role: "custom", customRoleId: role.id })
  return { projectId, owner, role, member }
}

const impliedBy = (one: Permission): string[] => [
  "project:read",
  one,
  one.replace(/:write$/, ":read"),
]

/** An operation that needs the permission alone. */
const operations: Partial<Record<Permission, string>> = {
  "monitors:read": "query ($id: ID!) { project(id: $id) { overview { month { percent } } } }",
  "monitors:write": 'mutation ($id: ID!) { createLabel(projectId: $id, name: "x") { __typename } }',
  "members:read": "query ($id: ID!) { project(id: $id) { members { edges { node { name } } } } }",
  "members:write":
    "query ($id: ID!) { project(id: $id) { invitations { edges { node { id } } } } }",
  "keys:read": "query ($id: ID!) { project(id: $id) { keys { edges { node { id } } } } }",
  "audit:read": "query ($id: ID!) { project(id: $id) { auditEntries { edges { node { id } } } } }",
  "usage:read": "query ($id: ID!) { project(id: $id) { usage { plan } } }",
  "project:write": 'mutation ($id: ID!) { renameProject(id: $id, name: "New") { name } }',
}

test("a role with one permission allows that, reading what it may write, and nothing else", async () => {
  for (const permission of grantable) {
    const { projectId, member } = await projectWith([permission])
    const ctx = contextFor(world.services, member.ctx.actor)
    const allowed: string[] = []
    for (const one of [...grantable, "project:read", "project:delete", "security:write"] as const) {
      if (
        await ctx.access.require(projectId, one).then(
          () => true,
          () => false,
        )
      )
        allowed.push(one)
    }
    const expected = [...grantable, "project:read"].filter((one) =>
      impliedBy(permission).includes(one),
    )
    expect({ permission, allowed }).toEqual({ permission, allowed: expected })
    expect((await ctx.access.permissions(projectId)).toSorted()).toEqual(expected.toSorted())
    const { actor } = member.ctx
    if (actor.kind !== "user") throw new Error("not a person")
    const { grant } = await reauthorize(world.services, actor, projectId)
    expect(grant).toMatchObject({ role: "custom", customPermissions: [permission] })
    for (const [needed, source] of Object.entries(operations)) {
      const { errors } = await ask(world, actor, source, { id: projectId })
      const isRefused = errors.some(({ code }) => code === "insufficient_scope")
      expect({ permission, needed, isRefused }).toEqual({
        permission,
        needed,
        isRefused: !impliedBy(permission).includes(needed),
      })
    }
  }
})

const lacks = (work: Promise<unknown>) => expect(work).rejects.toThrow(/permission|cannot grant/)

test("nobody grants, changes or takes a permission that they lack", async () => {
  const { projectId, owner, role, member } = await projectWith(["members:write", "monitors:write"])
  const { ctx } = member
  await lacks(createCustomRole(ctx, { projectId, name: "More", permissions: ["keys:write"] }))
  await lacks(updateCustomRole(ctx, { id: role.id, name: "Support", permissions: ["keys:write"] }))
  const strong = await createCustomRole(owner.ctx, {
    projectId,
    name: "Keys",
    permissions: ["keys:write"],
  })
  await lacks(updateCustomRole(ctx, { id: strong.id, name: "K", permissions: ["monitors:read"] }))
  await lacks(deleteCustomRole(ctx, strong.id))
  await lacks(changeRole(ctx, { memberId: member.memberId, role: "admin" }))
  await lacks(
    changeRole(ctx, { memberId: member.memberId, role: "custom", customRoleId: strong.id }),
  )
  await lacks(changeRole(ctx, { memberId: owner.memberId, role: "viewer" }))
  await lacks(removeMember(ctx, owner.memberId))
  await lacks(inviteMember(ctx, { projectId, email: "a@b.test", role: "editor" }))
  await expect(
    createCustomRole(owner.ctx, {
      projectId,
      name: "Own",
      permissions: ["security:write"],
    }),
  ).rejects.toThrow("#/permissions")
  await expect(
    changeRole(owner.ctx, { memberId: owner.memberId, role: "custom", customRoleId: role.id }),
  ).rejects.toThrow("last owner")
  const other = await projectWith(["monitors:read"])
  await expect(
    changeRole(owner.ctx, {
      memberId: member.memberId,
      role: "custom",
      customRoleId: other.role.id,
    }),
  ).rejects.toThrow("must be a role of this project")
})

test("an invitation carries a role, which cannot be deleted while it is in use, and loses power with its inviter", async () => {
  const { projectId, owner, role, member } = await projectWith(["members:write", "monitors:write"])
  const guest = await makePerson(world, "Grace")
  const small = await createCustomRole(owner.ctx, {
    projectId,
    name: "Reader",
    permissions: ["monitors:read"],
  })
  const wanted = { role: "custom" as const, customRoleId: small.id }
  const { url } = await inviteMember(member.ctx, { projectId, email: guest.email, ...wanted })
  await expect(deleteCustomRole(owner.ctx, small.id)).rejects.toThrow("0 members and 1 open")
  const joined = await acceptInvitation(guest.ctx, url.split("/").at(-1) ?? "")
  expect(joined).toMatchObject({ role: "custom", customRoleId: small.id })
  await expect(deleteCustomRole(owner.ctx, small.id)).rejects.toThrow("1 member and 0 open")

  const later = await inviteMember(member.ctx, { projectId, email: "late@b.test", ...wanted })
  await updateCustomRole(owner.ctx, { id: role.id, name: "Support", permissions: ["alerts:read"] })
  const { prisma } = world.services.database
  const withdrawn = await prisma.invitation.findUnique({ where: { id: later.invitation.id } })
  expect(withdrawn?.revokedAt).not.toBeNull()
  await removeMember(owner.ctx, joined.id)
  await deleteCustomRole(owner.ctx, small.id)
  const actions = await prisma.auditEntry.findMany({
    where: { projectId, action: { startsWith: "custom_role." } },
    orderBy: { id: "asc" },
  })
  expect(actions.map(({ action, subjectName }) => `${action} ${subjectName}`)).toEqual([
    "custom_role.created Support",
    "custom_role.created Reader",
    "custom_role.updated Support",
    "custom_role.deleted Reader",
  ])
})

test("a group of the identity provider is mapped to a role by its name, and an unknown name changes nothing", async () => {
  const { projectId, role } = await projectWith(["monitors:write"])
  const person = await makePerson(world, "Hedy")
  const groups = (name: string) => [{ group: "support", projectId, role: name }]
  const apply = (name: string, held: string[]) => {
    const env = { ...world.services.env, SSO_GROUPS: groups(name) }
    const ctx = contextFor({ ...world.services, env }, { kind: "system", name: "Acme ID" })
    return applyGroups(ctx, { id: person.userId, name: "Hedy" }, held)
  }
  const held = () =>
    world.services.database.prisma.member.findFirst({ where: { userId: person.userId } })
  await apply("Support", ["support"])
  expect(await held()).toMatchObject({ role: "custom", customRoleId: role.id, fromSso: true })
  await apply("Suport", ["support"])
  expect(await held()).toMatchObject({ role: "custom", customRoleId: role.id })
  await apply("viewer", ["support"])
  expect(await held()).toMatchObject({ role: "viewer", customRoleId: null })
  await apply("Support", [])
  expect(await held()).toBeNull()
})

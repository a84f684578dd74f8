import { expect, test } from "vitest"
import { createGrantAuthenticator } from "../../src/api/authenticate-grant.ts"
import { acknowledgeAlert } from "../../src/graphql/incidents/alert/acknowledge-alert.ts"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import { deleteLabel } from "../../src/graphql/workspace/label/delete-label.ts"
import { acceptInvitation } from "../../src/graphql/workspace/member/accept-invitation.ts"
import { changeRole } from "../../src/graphql/workspace/member/change-role.ts"
import { inviteMember } from "../../src/graphql/workspace/member/invite-member.ts"
import { newOAuthToken } from "../../src/graphql/workspace/oauth/oauth-token.ts"
import { newId } from "../../src/platform/id.ts"
import { makeSides } from "../support/label-limits.ts"
import { makeMember, makePerson } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

async function scene() {
  const { id: projectId } = await makeProject(world)
  const admin = await makeMember(world, projectId, "admin")
  const label = await createLabel(world.system, { projectId, name: "Shop" })
  return { projectId, admin, label }
}

test("an invitation makes a member who is limited from the start, and the audit log names the labels", async () => {
  const { projectId, admin, label } = await scene()
  const guest = await makePerson(world, "Grace")
  const { url } = await inviteMember(admin.ctx, {
    projectId,
    email: guest.email,
    role: "editor",
    labelIds: [label.id],
  })
  const member = await acceptInvitation(guest.ctx, url.split("/").at(-1) ?? "")
  expect(member.labelIds).toEqual([label.id])
  expect(await guest.ctx.access.limit(projectId)).toEqual([label.id])
  expect(await guest.ctx.access.permissions(projectId)).not.toContain("telemetry:read")
  await changeRole(admin.ctx, { memberId: member.id, role: "editor", labelIds: [] })
  guest.ctx.access.clear()
  expect(await guest.ctx.access.limit(projectId)).toBeNull()
  const entries = await world.services.database.prisma.auditEntry.findMany({
    where: { projectId, action: { startsWith: "member." } },
    orderBy: { id: "asc" },
  })
  expect(entries.map(({ action, changes }) => ({ action, changes }))).toEqual([
    {
      action: "member.joined",
      changes: { role: { from: null, to: "editor" }, labels: ["Shop"] },
    },
    { action: "member.limit_changed", changes: { labels: { from: ["Shop"], to: null } } },
  ])
})

test("owners and admins are not limited, keys only where they read monitors, and only to labels of the project", async () => {
  const { projectId, admin, label } = await scene()
  const other = await scene()
  const { memberId } = await makeMember(world, projectId, "viewer")
  const labelIds = [label.id]
  const refused = { code: "validation_failed" }
  for (const change of [
    () => changeRole(admin.ctx, { memberId, role: "admin", labelIds }),
    () => changeRole(admin.ctx, { memberId, role: "viewer", labelIds: [other.label.id] }),
    () => inviteMember(admin.ctx, { projectId, email: "a@example.test", role: "admin", labelIds }),
    () => createKey(admin.ctx, { projectId, class: "ingestion", name: "k", labelIds }),
    () =>
      createKey(admin.ctx, { projectId, class: "legacy", name: "k", labelIds: [other.label.id] }),
  ]) {
    await expect(change()).rejects.toMatchObject(refused)
  }
  await changeRole(admin.ctx, { memberId, role: "viewer", labelIds })
  await expect(changeRole(admin.ctx, { memberId, role: "admin" })).rejects.toMatchObject(refused)
})

test("a label stays while access is limited to it", async () => {
  const { projectId, admin, label } = await scene()
  const { memberId } = await makeMember(world, projectId, "viewer")
  await changeRole(admin.ctx, { memberId, role: "viewer", labelIds: [label.id] })
  await expect(deleteLabel(admin.ctx, label.id)).rejects.toMatchObject({ code: "conflict" })
  await changeRole(admin.ctx, { memberId, role: "viewer", labelIds: [] })
  await deleteLabel(admin.ctx, label.id)
})

test("a program is limited like the person who connected it", async () => {
  const { projectId, label } = await scene()
  const { userId, memberId } = await makeMember(world, projectId, "editor")
  const { prisma } = world.services.database
  const grantId = newId()
  await prisma.oAuthGrant.create({
    data: { id: grantId, projectId, userId, clientId: "c", clientName: "Agent", mayWrite: true },
  })
  const { token, row } = newOAuthToken("access", grantId, new Date())
  await prisma.oAuthToken.create({ data: row })
  const authenticate = createGrantAuthenticator(world.services)
  expect((await authenticate(token)).labelIds).toEqual([])
  await changeRole(world.system, { memberId, role: "editor", labelIds: [label.id] })
  expect((await authenticate(token)).labelIds).toEqual([label.id])
})

test("an alert is not acknowledged together with those beyond the limit", async () => {
  const { ours, theirs, memberId, person } = await makeSides(world)
  // Their alert came first, so that it pages for ours.
  await changeRole(world.system, { memberId, role: "editor", labelIds: [theirs.label.id] })
  await expect(acknowledgeAlert(person.ctx, theirs.ids.alert)).rejects.toMatchObject({
    code: "conflict",
  })
  const { prisma } = world.services.database
  const alert = await prisma.alert.findUniqueOrThrow({ where: { id: ours.ids.alert } })
  expect(alert.acknowledgedAt).toBeNull()
  await changeRole(world.system, { memberId, role: "editor", labelIds: [ours.label.id] })
  person.ctx.access.clear()
  await expect(acknowledgeAlert(person.ctx, ours.ids.alert)).resolves.toMatchObject({
    id: ours.ids.alert,
  })
})

import type { Member } from "../../../../prisma/generated/client.ts"
import { newId } from "../../../platform/id.ts"
import type { Context } from "../../kernel/context.ts"
import { permissionsOfRole } from "../../kernel/access.ts"
import { conflict, DomainError } from "../../kernel/errors.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { recordAudit } from "../audit/record-audit.ts"
import { namedKeys } from "../key/keys-of-member.ts"
import { lockProject } from "../project/lock-project.ts"
import { memberJoined, memberLeft } from "./member-hooks.ts"
import { chosenRole, heldRole, ofCustomRole, type ChosenRole } from "./chosen-role.ts"
import { keepAnOwner, withdrawInvitations, type MemberWithRole } from "./settle-member.ts"

type Person = { id: string; name: string }

/**
 * Makes a person's memberships those that SSO_GROUPS names for the groups of the identity provider. Memberships by
 * invitation stay as they are, and a project keeps its last owner.
 */
export async function applyGroups(
  ctx: Context,
  person: Person,
  groups: readonly string[],
): Promise<void> {
  const wanted = new Map<string, string[]>()
  for (const { group, projectId, role } of ctx.env.SSO_GROUPS) {
    if (groups.includes(group)) wanted.set(projectId, [...(wanted.get(projectId) ?? []), role])
  }
  const before = await projectsOf(ctx, { userId: person.id, fromSso: true })
  for (const projectId of new Set([...wanted.keys(), ...before])) {
    await attempt(ctx, person, projectId, (tx) =>
      apply(ctx, tx, person, projectId, wanted.get(projectId) ?? []),
    )
  }
}

/** Ends all memberships of a person, those by invitation too, except of a project's last owner. */
export async function endMemberships(ctx: Context, person: Person): Promise<void> {
  for (const projectId of await projectsOf(ctx, { userId: person.id })) {
    await attempt(ctx, person, projectId, async (tx) => {
      await lockProject(tx, projectId)
      const where = { projectId_userId: { projectId, userId: person.id } }
      const member = await tx.db.member.findUnique({ where, include: { customRole: true } })
      if (member !== null) await change(ctx, tx, person, member, null)
    })
  }
}

async function projectsOf(
  { database, transaction }: Context,
  where: { userId: string; fromSso?: boolean },
): Promise<string[]> {
  const { member } = transaction?.db ?? database.prisma
  const found = await member.findMany({
    where,
    select: { projectId: true },
    orderBy: { projectId: "asc" },
  })
  return found.map(({ projectId }) => projectId)
}

async function attempt(
  ctx: Context,
  person: Person,
  projectId: string,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  try {
    await transact(ctx, work)
  } catch (err) {
    if (!(err instanceof DomainError)) throw err
    ctx.log.warn({ err, projectId, userId: person.id }, "a group's role could not be applied")
  }
}

async function apply(
  ctx: Context,
  tx: Transaction,
  person: Person,
  projectId: string,
  names: string[],
): Promise<void> {
  await lockProject(tx, projectId)
  const next = await mostPowerful(tx, projectId, names)
  const where = { projectId_userId: { projectId, userId: person.id } }
  const before = await tx.db.member.findUnique({ where, include: { customRole: true } })
  if (before === null) {
    if (next !== null) await join(ctx, tx, person, projectId, next)
    return
  }
  const isSame = before.role === next?.role && before.customRoleId === next.customRoleId
  if (before.fromSso && !isSame) await change(ctx, tx, person, before, next)
}

async function change(
  ctx: Context,
  tx: Transaction,
  person: Person,
  before: MemberWithRole,
  next: ChosenRole | null,
): Promise<void> {
  const where = { id: before.id }
  if (next?.role !== "owner") await keepAnOwner(tx, before)
  if (next === null) {
    await tx.db.member.delete({ where })
    await memberLeft.run(tx, before)
  } else {
    const { role, customRoleId } = next
    // Owners and admins cannot be limited to labels.
    const isWhole = role === "owner" || role === "admin"
    const data = { role, customRoleId, ...(isWhole && { labelIds: [] }) }
    await tx.db.member.update({ where, data })
  }
  await withdrawInvitations(tx, before, next)
  await announce(ctx, tx, person, {
    member: before,
    action: next === null ? "member.removed" : "member.role_changed",
    role: { from: heldRole(before).roleName, to: next?.roleName ?? null },
  })
}

/**
 * Of several roles the one with the most permissions; null for none. A name that is not built in is one of the
 * project's own, by name or id.
 */
async function mostPowerful(
  tx: Transaction,
  projectId: string,
  names: string[],
): Promise<ChosenRole | null> {
  const own = await tx.db.customRole.findMany({ where: { projectId } })
  const roles = await Promise.all(
    names.map(async (name) => {
      const role = builtIn.find((one) => one === name)
      if (role !== undefined) return chosenRole(tx, projectId, { role })
      const found = own.find((one) => one.id === name || one.name === name)
      if (found !== undefined) return ofCustomRole(found)
      throw conflict(`SSO_GROUPS names the role ${name}, which the project ${projectId} lacks.`)
    }),
  )
  return roles.toSorted((one, other) => size(other) - size(one))[0] ?? null
}

const size = (one: ChosenRole): number => permissionsOfRole(one).size

const builtIn = ["owner", "admin", "editor", "viewer"] as const

async function join(
  ctx: Context,
  tx: Transaction,
  person: Person,
  projectId: string,
  { role, customRoleId, roleName }: ChosenRole,
): Promise<void> {
  const member = await tx.db.member.create({
    data: { id: newId(), projectId, userId: person.id, role, customRoleId, fromSso: true },
  })
  await memberJoined.run(tx, member)
  await announce(ctx, tx, person, {
    member,
    action: "member.joined",
    role: { from: null, to: roleName },
  })
}

type Change = { member: Member; action: string; role: { from: string | null; to: string | null } }

async function announce(
  { actor }: Context,
  tx: Transaction,
  person: Person,
  { member, action, role }: Change,
): Promise<void> {
  const { projectId } = member
  const left = role.to === null ? await namedKeys(tx.db, { projectId, userId: person.id }) : {}
  await recordAudit(tx, actor, action, { ...member, name: person.name }, { role, ...left })
  tx.publish("access.changed", { projectId, userId: person.id })
}

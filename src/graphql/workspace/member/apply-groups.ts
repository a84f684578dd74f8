import type { Member } from "../../../../prisma/generated/client.ts"
import type { Role } from "../../../../prisma/generated/enums.ts"
import { newId } from "../../../platform/id.ts"
import type { Context } from "../../kernel/context.ts"
import { DomainError } from "../../kernel/errors.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import { transact } from "../../kernel/transaction.ts"
import { recordAudit } from "../audit/record-audit.ts"
import { lockProject } from "../project/lock-project.ts"
import { memberJoined, memberLeft } from "./member-hooks.ts"
import { invitable, stronger } from "./rules/role-rank.ts"
import { keepAnOwner, withdrawInvitations } from "./settle-member.ts"

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
  const wanted = new Map<string, Role>()
  for (const { group, projectId, role } of ctx.env.SSO_GROUPS) {
    if (groups.includes(group)) wanted.set(projectId, stronger(role, wanted.get(projectId) ?? role))
  }
  const before = await ctx.database.prisma.member.findMany({
    where: { userId: person.id, fromSso: true },
    select: { projectId: true },
  })
  for (const projectId of new Set([...wanted.keys(), ...before.map((one) => one.projectId)])) {
    try {
      await transact(ctx, (tx) => apply(ctx, tx, person, projectId, wanted.get(projectId) ?? null))
    } catch (err) {
      if (!(err instanceof DomainError)) throw err
      ctx.log.warn({ err, projectId, userId: person.id }, "a group's role could not be applied")
    }
  }
}

async function apply(
  ctx: Context,
  tx: Transaction,
  person: Person,
  projectId: string,
  role: Role | null,
): Promise<void> {
  await lockProject(tx, projectId)
  const where = { projectId_userId: { projectId, userId: person.id } }
  const before = await tx.db.member.findUnique({ where })
  if (before === null) {
    if (role !== null) await join(ctx, tx, person, { projectId, role })
    return
  }
  if (!before.fromSso || before.role === role) return
  if (role !== "owner") await keepAnOwner(tx, before)
  if (role === null) {
    await tx.db.member.delete({ where })
    await memberLeft.run(tx, before)
  } else await tx.db.member.update({ where, data: { role } })
  await withdrawInvitations(tx, before, role === null ? [] : invitable(role))
  await announce(ctx, tx, person, {
    member: before,
    action: role === null ? "member.removed" : "member.role_changed",
    role: { from: before.role, to: role },
  })
}

async function join(
  ctx: Context,
  tx: Transaction,
  person: Person,
  { projectId, role }: { projectId: string; role: Role },
): Promise<void> {
  const member = await tx.db.member.create({
    data: { id: newId(), projectId, userId: person.id, role, fromSso: true },
  })
  await memberJoined.run(tx, member)
  await announce(ctx, tx, person, {
    member,
    action: "member.joined",
    role: { from: null, to: role },
  })
}

type Change = { member: Member; action: string; role: { from: Role | null; to: Role | null } }

async function announce(
  { actor }: Context,
  tx: Transaction,
  person: Person,
  { member: { id, projectId }, action, role }: Change,
): Promise<void> {
  const subject = { subjectId: id, subjectName: person.name }
  await recordAudit(tx, actor, { projectId, action, ...subject, changes: { role } })
  tx.publish("access.changed", { projectId, userId: person.id })
}

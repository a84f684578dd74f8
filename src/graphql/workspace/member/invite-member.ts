import { randomBytes } from "node:crypto"
import { z } from "zod"
import type { Invitation } from "../../../../prisma/generated/client.ts"
import { newId } from "../../../platform/id.ts"
import { missingMailSettings } from "../../../platform/missing-settings.ts"
import { sha256 } from "../../../platform/secret.ts"
import { recordAudit } from "../audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { DomainError, invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { chosenLabels, limitInput, limitNames, requireLimitable } from "../label/chosen-labels.ts"
import { lockProject } from "../project/lock-project.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { cancelMails, mailInvitation } from "./mail-invitation.ts"
import { chosenRole, roleInput } from "./chosen-role.ts"
import { email } from "../../../platform/text-schema.ts"
import { requireReach } from "./settle-member.ts"

const input = z.object({
  projectId: id,
  email,
  ...roleInput,
  labelIds: limitInput.nullish(),
})

const newToken = () => randomBytes(32).toString("base64url")

/** Daily limits of invitation e-mails: per recipient address and per inviter. */
const mostInADay = { address: 5, person: 200 }

/**
 * `url` contains a token for the inviter to pass on, which works for seven days and proves no address. The mail has
 * another one, which proves it.
 */
export type Invited = { invitation: Invitation; url: string; isMailed: boolean }

/**
 * A second invitation to the same address replaces the first. It is sent by e-mail if a mail server is configured.
 *
 * @throws {DomainError} rate_limited if the address or the inviter has reached the daily limit.
 */
export async function inviteMember(ctx: Context, given: z.input<typeof input>): Promise<Invited> {
  const { projectId, email, labelIds: limit, ...wanted } = parse(input, given)
  const labelIds = limit ?? []
  await ctx.access.require(projectId, "members:write")
  const { actor } = ctx
  const token = newToken()
  const linkOf = (one: string) => `${ctx.env.BASE_URL}/invitations/${one}`
  const url = linkOf(token)
  const mailToken = newToken()
  const isMailed = missingMailSettings(ctx.env) === null
  const invitation = await transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    const chosen = await chosenRole(tx, projectId, wanted)
    await requireReach(tx, actor, projectId, chosen)
    requireLimitable(chosen.role, labelIds)
    const labels = await chosenLabels(tx, projectId, labelIds)
    if ((await tx.db.member.findFirst({ where: { projectId, user: { email } } })) !== null) {
      throw invalid("#/email", "belongs to an existing member")
    }
    if (isMailed) await requireShare(tx, email, actor.kind === "user" ? actor.userId : null)
    const [times] = await tx.db.$queryRaw<[{ now: Date; week: Date }]>`
      select now() as now, now() + interval '7 days' as week`
    const replaced = await tx.db.invitation.updateManyAndReturn({
      where: { projectId, email, acceptedAt: null, revokedAt: null },
      data: { revokedAt: times.now },
    })
    await cancelMails(
      tx,
      replaced.map(({ id }) => id),
    )
    const invitation = await tx.db.invitation.create({
      data: {
        id: newId(),
        projectId,
        email,
        role: chosen.role,
        customRoleId: chosen.customRoleId,
        labelIds,
        tokenHash: sha256(token),
        mailTokenHash: isMailed ? sha256(mailToken) : null,
        invitedBy: actor.kind === "user" ? actor.userId : null,
        expiresAt: times.week,
      },
    })
    const changes = {
      role: { from: null, to: chosen.roleName },
      ...(labelIds.length > 0 && { labels: limitNames(labels) }),
    }
    await recordAudit(tx, actor, "invitation.created", { ...invitation, name: email }, changes)
    if (isMailed) {
      const invited = { ...invitation, roleName: chosen.roleName }
      await mailInvitation(tx, ctx, invited, linkOf(mailToken))
    }
    return invitation
  })
  return { invitation, url, isMailed }
}

/** Serializes invitations, so that concurrent ones are counted. */
async function requireShare({ db }: Transaction, email: string, userId: string | null) {
  for (const one of [email, userId ?? ""].toSorted()) {
    await db.$queryRaw`select pg_advisory_xact_lock(hashtextextended(${`invitation ${one}`}, 0))::text`
  }
  const [sent] = await db.$queryRaw<[{ address: number; person: number }]>`
    select (count(*) filter (where email = ${email}))::int as address,
           (count(*) filter (where invited_by = ${userId}::uuid))::int as person
      from invitation
     where created_at > now() - interval '1 day' and (email = ${email} or invited_by = ${userId}::uuid)`
  if (sent.address >= mostInADay.address) {
    throw new DomainError(
      "rate_limited",
      `${mostInADay.address} invitations were sent to this address within a day. Try again tomorrow, or pass on the link of the last one.`,
    )
  }
  if (sent.person >= mostInADay.person) {
    throw new DomainError(
      "rate_limited",
      `You sent ${mostInADay.person} invitations within a day. Send the rest tomorrow.`,
    )
  }
}

import type { Invitation } from "../../../prisma/generated/client.ts"
import { actorName } from "../access.ts"
import type { Context } from "../context.ts"
import { owe } from "../delivery/owe.ts"
import { sealMail } from "../delivery/sealed-mail.ts"
import type { Transaction } from "../transaction.ts"

const event = "invitation.created"

/** Owes the invited address its link, sealed: whoever reads the outbox must not be able to accept. */
export async function mailInvitation(
  tx: Transaction,
  { vault, actor }: Pick<Context, "vault" | "actor">,
  { id, projectId, email, role }: Invitation,
  url: string,
): Promise<void> {
  const { name } = await tx.db.project.findUniqueOrThrow({ where: { id: projectId } })
  const mail = sealMail(vault, {
    address: email,
    notice: {
      subject: `You are invited to ${name}`,
      paragraphs: [
        `${actorName(actor)} invites you to the project ${name}, as ${role}.`,
        `The invitation is for ${email} and can be accepted for seven days.`,
      ],
      link: { label: "See the invitation", url },
      unsubscribeUrl: null,
    },
  })
  const dedupeKey = `${event}:${id}`
  await owe(tx, [{ projectId, lane: "notice", event, subjectId: id, way: { mail }, dedupeKey }])
}

/** What was not sent yet of invitations that open nothing any more goes to nobody. */
export async function cancelMails({ db }: Transaction, invitationIds: string[]): Promise<void> {
  await db.$executeRaw`
    update delivery
       set state = 'cancelled', settled_at = now(), last_error = 'The invitation was withdrawn.'
     where dedupe_key = any(${invitationIds.map((id) => `${event}:${id}`)}::text[])
       and state = 'pending'
       and not exists (select from delivery_lease l where l.delivery_id = delivery.id and l.until >= now())`
}

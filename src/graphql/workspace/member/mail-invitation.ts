import { writeFindings } from "../../../findings/finding.ts"
import type { Invitation } from "../../../../prisma/generated/client.ts"
import {
  messageLanguage,
  messageWords,
  type MessageLanguage,
} from "../../../channels/words/message-language.ts"
import { actorName } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { enqueueMessages } from "../../outbox/enqueue-message.ts"
import { sealMail } from "../../outbox/sealed-mail.ts"
import type { Transaction } from "../../kernel/transaction.ts"

const event = "invitation.created"
const keyOf = (invitationId: string): string => `${event}:${invitationId}`

/** Enqueues the invitation e-mail, sealed, so that the outbox does not reveal the link. */
export async function mailInvitation(
  tx: Transaction,
  { vault, actor }: Pick<Context, "vault" | "actor">,
  { id, projectId, email, roleName }: Invitation & { roleName: string },
  url: string,
): Promise<void> {
  const { name } = await tx.db.project.findUniqueOrThrow({ where: { id: projectId } })
  const language = await readLanguage(tx, email, actor)
  const { invitation: words } = messageWords(language)
  const mail = sealMail(vault, {
    address: email,
    language,
    notice: {
      subject: words.subject(name),
      paragraphs: [words.invites(actorName(actor), name, roleName), words.expires(email)],
      link: { label: words.link, url },
      unsubscribeUrl: null,
    },
  })
  const dedupeKey = keyOf(id)
  await enqueueMessages(tx, [
    { projectId, queue: "notice", event, subjectId: id, recipient: { mail }, dedupeKey },
  ])
}

/** Of the account that the address has, else of the inviter. */
async function readLanguage(
  { db }: Transaction,
  email: string,
  actor: Context["actor"],
): Promise<MessageLanguage> {
  const select = { language: true }
  const invited = await db.user.findUnique({ where: { email }, select })
  const inviter =
    invited !== null || actor.kind !== "user"
      ? null
      : await db.user.findUnique({ where: { id: actor.userId }, select })
  return messageLanguage((invited ?? inviter)?.language)
}

const withdrawn = writeFindings([{ code: "invitation_withdrawn", parameters: {} }])

/** Cancels unsent e-mails of invitations that no longer work. */
export async function cancelMails({ db }: Transaction, invitationIds: string[]): Promise<void> {
  await db.$executeRaw`
    update delivery
       set state = 'cancelled', settled_at = now(), last_error = '', last_findings = ${withdrawn}::jsonb
     where dedupe_key = any(${invitationIds.map(keyOf)}::text[])
       and state = 'pending'
       and not exists (select from delivery_lease l where l.delivery_id = delivery.id and l.until >= now())`
}

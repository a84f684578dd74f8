import type { User } from "better-auth"
import { email as kind } from "../graphql/channel/kinds/email.ts"
import { confirmChannel } from "../graphql/channel/own-address.ts"
import type { Notice } from "../graphql/delivery/notice.ts"
import { owe } from "../graphql/delivery/owe.ts"
import { sealMail } from "../graphql/delivery/sealed-mail.ts"
import { transact } from "../graphql/transaction.ts"
import { newId } from "../id.ts"
import type { Services } from "../services.ts"

/** What one account is mailed within an hour, whoever asks for it. */
const mostInAnHour = 5
const hourMs = 3_600_000
const resetSeconds = 3600
const confirmSeconds = 3 * 24 * 3600

/** The addresses of sign-in that stay shut while no mail can be sent. */
export const mailPaths = [
  "/verify-email",
  "/send-verification-email",
  "/request-password-reset",
  "/reset-password",
]

/** What sign-in mails, by the outbox; the links open pages with a button, as scanners of mail follow links. */
export function accountMail(services: Services) {
  const { env, vault, clock, database } = services

  type Event = "account.password_reset" | "account.confirmation"

  async function send({ id: subjectId, email }: User, event: Event, notice: Notice) {
    const since = new Date(clock.now().getTime() - hourMs)
    const where = { projectId: null, subjectId, event, createdAt: { gt: since } }
    if ((await database.prisma.delivery.count({ where })) >= mostInAnHour) return
    const mail = sealMail(vault, { address: email, notice })
    const dedupeKey = `${event}:${newId()}`
    const owed = { projectId: null, lane: "notice" as const, event, subjectId, way: { mail } }
    await transact(services, (tx) => owe(tx, [{ ...owed, dedupeKey, priority: 20 }]))
  }

  return {
    canSend: kind.missing(env) === null,
    password: {
      resetPasswordTokenExpiresIn: resetSeconds,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }: { user: User; token: string }) =>
        send(user, "account.password_reset", {
          subject: "Choose a new password",
          paragraphs: [
            "Somebody asked for a new password of your Watchkeeper account. The link is good for an hour and once.",
            "If it was not you, do nothing: your password stays as it is.",
          ],
          link: { label: "Choose a new password", url: `${env.BASE_URL}/password/${token}` },
          unsubscribeUrl: null,
        }),
    },
    confirmation: {
      sendOnSignUp: true,
      expiresIn: confirmSeconds,
      sendVerificationEmail: ({ user, token }: { user: User; token: string }) =>
        send(user, "account.confirmation", {
          subject: "Confirm your address",
          paragraphs: [
            `${user.email} is the address of a new Watchkeeper account. Confirm that it is yours, and alerts can reach you there.`,
            "If you did not make an account, do nothing.",
          ],
          link: { label: "Confirm this address", url: `${env.BASE_URL}/confirm/${token}` },
          unsubscribeUrl: null,
        }),
      /** From now on alerts may go there. */
      afterEmailVerification: (user: User) => confirmChannel(database.prisma, user, clock.now()),
    },
  }
}

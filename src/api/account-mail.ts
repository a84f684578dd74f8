import type { User } from "better-auth"
import { email as kind } from "../graphql/channel/kinds/email.ts"
import { confirmChannel } from "../graphql/channel/own-address.ts"
import type { Notice } from "../graphql/delivery/notice.ts"
import { owe } from "../graphql/delivery/owe.ts"
import { sealMail } from "../graphql/delivery/sealed-mail.ts"
import { transact } from "../graphql/transaction.ts"
import { newId } from "../id.ts"
import { createPace } from "../pages/pace.ts"
import { networkOf } from "../peer.ts"
import type { Services } from "../services.ts"

/** What is mailed within an hour: to one account, whoever asks for it, and for one asker, whomever it goes to. */
const mostInAnHour = { account: 5, asker: 20 }
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

/**
 * What sign-in mails, by the outbox; the links open pages with a button, as scanners of mail follow links. Beyond a
 * share nothing is sent and nothing said, since an answer would tell strangers who has an account.
 *
 * @param peerHeader which header of a request tells where it came from.
 */
export function accountMail(services: Services, peerHeader: string) {
  const { env, vault, clock, database } = services
  const paceOfAsker = createPace(mostInAnHour.asker, hourMs, 10_000)

  type Event = "account.password_reset" | "account.confirmation"

  async function send(
    { id: subjectId, email }: User,
    event: Event,
    notice: Notice,
    request: Request | undefined,
  ) {
    const asker = request?.headers.get(peerHeader) ?? ""
    if (asker !== "" && paceOfAsker(networkOf(asker), clock.monotonicMs()) > 0) return
    const mail = sealMail(vault, { address: email, notice })
    const dedupeKey = `${event}:${newId()}`
    const owed = { projectId: null, lane: "notice" as const, event, subjectId, way: { mail } }
    await transact(services, async (tx) => {
      // Those who ask at one moment stand in line, so that each is counted.
      await tx.db
        .$queryRaw`select pg_advisory_xact_lock(hashtextextended(${`mail ${subjectId}`}, 0))::text`
      const since = new Date(clock.now().getTime() - hourMs)
      const where = { projectId: null, subjectId, event, createdAt: { gt: since } }
      if ((await tx.db.delivery.count({ where })) >= mostInAnHour.account) return
      await owe(tx, [{ ...owed, dedupeKey, priority: 20 }])
    })
  }

  return {
    canSend: kind.missing(env) === null,
    password: {
      resetPasswordTokenExpiresIn: resetSeconds,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword({ user, token }: { user: User; token: string }, request?: Request) {
        const notice = {
          subject: "Choose a new password",
          paragraphs: [
            "Somebody asked for a new password of your Watchkeeper account. The link is good for an hour and once.",
            "If it was not you, do nothing: your password stays as it is.",
          ],
          link: { label: "Choose a new password", url: `${env.BASE_URL}/password/${token}` },
          unsubscribeUrl: null,
        }
        return send(user, "account.password_reset", notice, request)
      },
    },
    confirmation: {
      sendOnSignUp: true,
      expiresIn: confirmSeconds,
      sendVerificationEmail({ user, token }: { user: User; token: string }, request?: Request) {
        const notice = {
          subject: "Confirm your address",
          paragraphs: [
            `${user.email} is the address of a new Watchkeeper account. Confirm that it is yours, and alerts can reach you there.`,
            "If you did not make an account, do nothing.",
          ],
          link: { label: "Confirm this address", url: `${env.BASE_URL}/confirm/${token}` },
          unsubscribeUrl: null,
        }
        return send(user, "account.confirmation", notice, request)
      },
      /** From now on alerts may go there. */
      afterEmailVerification: (user: User) => confirmChannel(database.prisma, user, clock.now()),
    },
  }
}

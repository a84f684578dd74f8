import type { User } from "better-auth"
import { email as kind } from "../channels/mail/email.ts"
import { confirmChannel } from "../graphql/delivery/channel/own-address.ts"
import type { Notice } from "../channels/notice.ts"
import type { MessageWords } from "../channels/words/english.ts"
import { messageLanguage, messageWords } from "../channels/words/message-language.ts"
import { enqueueMessages, type QueuedMessage } from "../graphql/outbox/enqueue-message.ts"
import { sealMail } from "../graphql/outbox/sealed-mail.ts"
import { transact } from "../graphql/kernel/transaction.ts"
import { newId } from "../platform/id.ts"
import { createRateLimiter } from "../platform/rate-limit/rate-limiter.ts"
import { networkOf } from "../platform/peer.ts"
import type { Database, Prisma } from "../platform/postgres.ts"
import { sha256, type Vault } from "../platform/secret.ts"
import type { Services } from "../platform/services.ts"

/** E-mails per hour: to one account, no matter who requests them, and from one network, no matter to whom. */
const mostInAnHour = { account: 5, asker: 20 }
const hourMs = 3_600_000
/** How long a reset link works. */
export const resetSeconds = 3600
/** How the library names a reset link. */
const resetPrefix = "reset-password:"
/** Another one, so that what is stored, sent in place of a token, finds nothing: the library looks for both. */
const storedPrefix = "reset-hash:"

/** How a reset link is stored: a copy of the database resets no password. */
export const storedReset = (token: string): string =>
  storedPrefix + Buffer.from(sha256(token)).toString("base64url")

/** The option of the library that stores reset links so. */
const storeIdentifier = {
  default: "plain" as const,
  overrides: {
    [resetPrefix]: {
      hash: (identifier: string) =>
        Promise.resolve(storedReset(identifier.slice(resetPrefix.length))),
    },
  },
}
const confirmSeconds = 3 * 24 * 3600

/** better-auth paths that stay disabled while e-mail cannot be sent. */
export const mailPaths = ["/verify-email", "/send-verification-email", "/request-password-reset"]

type WriteNotice = (words: MessageWords) => Omit<Notice, "unsubscribeUrl">

/** An e-mail to the account's address, in the person's language. */
export function accountMessage(
  vault: Vault,
  user: { id: string; email: string; language?: string },
  event: string,
  writeNotice: WriteNotice,
): QueuedMessage {
  const language = messageLanguage(user.language)
  const notice = { ...writeNotice(messageWords(language)), unsubscribeUrl: null }
  return {
    projectId: null,
    queue: "notice",
    event,
    subjectId: user.id,
    recipient: { mail: sealMail(vault, { address: user.email, notice, language }) },
    dedupeKey: `${event}:${newId()}`,
    priority: 20,
  }
}

/**
 * Account e-mails, sent through the outbox. Links open a page with a button, because mail scanners follow links.
 * Above the limits nothing is sent and no error is returned: an error would reveal who has an account.
 *
 * @param peerHeader the request header that holds the client's address.
 */
export function accountMail(services: Services, peerHeader: string) {
  const { env, vault, clock, database } = services
  const limitOfClient = createRateLimiter(clock, { points: mostInAnHour.asker, windowMs: hourMs })

  type Event = "account.password_reset" | "account.confirmation"

  async function send(
    user: User,
    event: Event,
    writeNotice: WriteNotice,
    request: Request | undefined,
  ) {
    const { id: subjectId } = user
    const asker = request?.headers.get(peerHeader) ?? ""
    if (asker !== "" && limitOfClient.consume(networkOf(asker)) > 0) return
    const message = accountMessage(vault, user, event, writeNotice)
    await transact(services, async (tx) => {
      // Serializes concurrent requests, so that each one is counted.
      await tx.db
        .$queryRaw`select pg_advisory_xact_lock(hashtextextended(${`mail ${subjectId}`}, 0))::text`
      const since = new Date(clock.now().getTime() - hourMs)
      const where = { projectId: null, subjectId, event, createdAt: { gt: since } }
      if ((await tx.db.delivery.count({ where })) >= mostInAnHour.account) return
      await enqueueMessages(tx, [message])
    })
  }

  return {
    canSend: kind.missing(env) === null,
    verification: { storeIdentifier },
    /** For links from mails and from the command line. */
    reset: {
      resetPasswordTokenExpiresIn: resetSeconds,
      revokeSessionsOnPasswordReset: true,
    },
    password: {
      sendResetPassword({ user, token }: { user: User; token: string }, request?: Request) {
        const url = `${env.BASE_URL}/password/${token}`
        return send(
          user,
          "account.password_reset",
          ({ passwordReset: { subject, requested, ignore, link } }) => ({
            subject,
            paragraphs: [requested, ignore],
            link: { label: link, url },
          }),
          request,
        )
      },
    },
    confirmation: {
      sendOnSignUp: true,
      expiresIn: confirmSeconds,
      sendVerificationEmail({ user, token }: { user: User; token: string }, request?: Request) {
        // Proved by the invitation that came by mail.
        if (user.emailVerified) return Promise.resolve()
        const url = `${env.BASE_URL}/confirm/${token}`
        return send(
          user,
          "account.confirmation",
          ({ confirmation: { subject, created, ignore, link } }) => ({
            subject,
            paragraphs: [created(user.email), ignore],
            link: { label: link, url },
          }),
          request,
        )
      },
      /** Enables the address as an alert channel. */
      afterEmailVerification: (user: User) => confirmChannel(database.prisma, user, clock.now()),
    },
  }
}

/**
 * Voids the account's other reset links before this one is used, one request of an account at a time: of two links
 * used at once, only one may set a password.
 */
export async function claimResetLink(
  { prisma }: Pick<Database, "prisma">,
  token: string,
  now: Date,
): Promise<void> {
  const where = { identifier: storedReset(token), expiresAt: { gt: now } }
  const link = await prisma.verification.findFirst({ where })
  if (link === null) return
  await prisma.$transaction(async (tx) => {
    await tx.$queryRaw`select pg_advisory_xact_lock(hashtextextended(${`reset ${link.value}`}, 0))::text`
    if ((await tx.verification.findFirst({ where })) === null) return
    await voidResetLinks(tx, link.value, token)
  })
}

/** Deletes the account's reset links, for example because its password has changed. */
export async function voidResetLinks(
  { verification }: Pick<Prisma.TransactionClient, "verification">,
  userId: string,
  exceptToken = "",
): Promise<void> {
  const identifier = { startsWith: storedPrefix, not: storedReset(exceptToken) }
  await verification.deleteMany({ where: { value: userId, identifier } })
}

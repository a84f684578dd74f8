import { email as mail } from "../../channels/mail/email.ts"
import { removeChannel } from "../../graphql/delivery/channel/delete-channel.ts"
import { hashAddress } from "../../graphql/delivery/channel/channel-config.ts"
import { confirmChannel } from "../../graphql/delivery/channel/own-address.ts"
import { enqueueMessages } from "../../graphql/outbox/enqueue-message.ts"
import type { Transaction } from "../../graphql/kernel/transaction.ts"
import { recordAccountAudit } from "../../graphql/workspace/audit/record-account.ts"
import type { Prisma } from "../../platform/postgres.ts"
import type { Services } from "../../platform/services.ts"
import { endCredentials } from "../end-credentials.ts"
import { accountMessage } from "../account-mail.ts"
import { undoPrefix } from "../factors/announce-factors.ts"
import { providerId } from "./sso-provider.ts"

type Person = { id: string; name: string; email: string; language: string }

/** Locks an account; whether the identity provider or its directory was never linked to it. */
export async function isUnlinked({ db }: Transaction, userId: string): Promise<boolean> {
  await db.$queryRaw`select from "user" where id = ${userId}::uuid for no key update`
  const [accounts, subjects] = [
    await db.account.count({ where: { userId, providerId } }),
    await db.scimSubject.count({ where: { userId } }),
  ]
  return accounts + subjects === 0
}

/**
 * Gives an account to the person for whom the identity provider vouches. Somebody else could have made it with their
 * address beforehand, so everything that opens it, and everywhere it sends to, ends. Memberships stay: they were given
 * to the address.
 */
export async function takeOver(
  services: Pick<Services, "env" | "vault" | "clock">,
  tx: Transaction,
  person: Person,
): Promise<void> {
  const { env, vault, clock } = services
  const { db } = tx
  const { id: userId, name, email } = person
  const where = { userId }
  const actor = { kind: "system", name: env.SSO_NAME } as const
  const now = clock.now()
  const had = await whatItHad(db, userId)
  await db.account.deleteMany({ where })
  await db.passkey.deleteMany({ where })
  await db.twoFactor.deleteMany({ where })
  await db.verification.deleteMany({
    where: { OR: [{ value: userId }, { identifier: undoPrefix + userId }] },
  })
  const addressHash = Buffer.from(hashAddress("email", email))
  const channels = await db.channel.findMany({ where: { userId, NOT: { addressHash } } })
  for (const channel of channels) await removeChannel(tx, { actor }, channel)
  await db.user.update({
    where: { id: userId },
    data: { twoFactorEnabled: false, emailVerified: true },
  })
  await confirmChannel(db, person, now)
  await recordAccountAudit(tx, actor, userId, "account.taken_over", { id: userId, name }, had)
  await endCredentials(tx, actor, person, "the identity provider took the account over")
  if (mail.missing(env) !== null) return
  const message = accountMessage(vault, person, "account.taken_over", ({ takenOver }) => ({
    subject: takenOver.subject(env.SSO_NAME),
    paragraphs: [takenOver.ended(env.SSO_NAME), takenOver.again],
    link: { label: takenOver.link, url: `${env.BASE_URL}/account/security` },
  }))
  await enqueueMessages(tx, [message])
}

/** For the audit log: keys belong to projects and stay, so they are named. */
async function whatItHad(db: Prisma.TransactionClient, userId: string) {
  const where = { userId }
  const [passwords, passkeys, codes, keys] = [
    await db.account.count({ where: { ...where, providerId: "credential" } }),
    await db.passkey.count({ where }),
    await db.twoFactor.count({ where }),
    await db.apiKey.findMany({ where: { createdBy: userId, revokedAt: null } }),
  ]
  return { passwords, passkeys, codes, keys: keys.map((key) => `${key.name} …${key.hint}`) }
}

import { AsyncLocalStorage } from "node:async_hooks"
import { withOrm, type Transaction } from "../graphql/kernel/transaction.ts"
import type { Prisma } from "../platform/postgres.ts"
import type { Services } from "../platform/services.ts"
import type { Message } from "../platform/topics.ts"

/** Prisma's client for better-auth, whose transactions verbs can take part in. */
export function createAuthClient(services: Services) {
  const { prisma } = services.database
  const running = new AsyncLocalStorage<Transaction>()
  const { user, session, account, verification, twoFactor, passkey } = prisma
  const { scimConnectionBinding, scimIdentityTombstone, scimSubject, scimUser } = prisma
  const { scimProjectionGrant, scimGroup, scimGroupMember } = prisma
  return {
    client: {
      user,
      session,
      account,
      verification,
      twoFactor,
      passkey,
      scimConnectionBinding,
      scimIdentityTombstone,
      scimSubject,
      scimUser,
      scimProjectionGrant,
      scimGroup,
      scimGroupMember,
      async $transaction<T>(work: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T> {
        const { messages, result } = await prisma.$transaction(
          async (db) => {
            const pending: Message[] = []
            const result = await running.run(withOrm(db, pending), () => work(db))
            return { messages: pending, result }
          },
          { timeout: 30_000, maxWait: 10_000 },
        )
        await services.bus.publish(messages)
        return result
      },
    },
    /** better-auth's open transaction. */
    transaction(): Transaction {
      const tx = running.getStore()
      if (tx === undefined) throw new Error("accounts must be changed in a transaction")
      return tx
    },
    /** Reads by better-auth's transaction, if one is open: each would need a second connection otherwise. */
    reading(): Services & { transaction?: Transaction } {
      const transaction = running.getStore()
      return transaction === undefined ? services : { ...services, transaction }
    },
  }
}

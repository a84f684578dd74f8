import type { Actor } from "../graphql/kernel/access.ts"
import type { Transaction } from "../graphql/kernel/transaction.ts"
import { endFeeds } from "../graphql/on-call/calendar/revoke-feed.ts"
import { endGrantsOf } from "../graphql/workspace/oauth/revoke-grant.ts"
import { endSessions } from "../graphql/workspace/user/end-sessions.ts"

/** Ends what acts for a person in all projects: sessions, connected programs, calendar links and chat accounts. */
export async function endCredentials(
  tx: Transaction,
  actor: Actor,
  person: { id: string; name: string },
  reason: string,
): Promise<void> {
  const userId = person.id
  await endGrantsOf(tx, actor, { userId }, reason)
  await endFeeds(tx, { userId })
  await tx.db.chatAccount.deleteMany({ where: { userId } })
  await endSessions(tx, actor, person, reason)
}

import { transact } from "../graphql/kernel/transaction.ts"
import { endGrantsOf } from "../graphql/workspace/oauth/revoke-grant.ts"
import { forgetDevices } from "../graphql/workspace/user/end-sessions.ts"
import type { Services } from "../platform/services.ts"
import { voidResetLinks } from "./account-mail.ts"

/**
 * Ends what somebody with the old password may hold, besides the sessions: reset links, trusted devices and connected
 * programs.
 */
export async function passwordChanged(
  services: Pick<Services, "database" | "bus">,
  { id: userId, name, email }: { id: string; name: string; email: string },
): Promise<void> {
  const actor = { kind: "user", userId, sessionId: "", name, email } as const
  await transact(services, async (tx) => {
    await voidResetLinks(tx.db, userId)
    await forgetDevices(tx, userId)
    await endGrantsOf(tx, actor, { userId }, "The password was changed.")
  })
}

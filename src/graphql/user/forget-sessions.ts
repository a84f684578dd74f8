import type { Services } from "../../services.ts"

/** Forgets sessions that have ended; sign-in itself forgets only those that a browser shows once more. */
export async function forgetSessions({ database }: Pick<Services, "database">): Promise<void> {
  await database.pool.query("delete from session where expires_at < now()")
}

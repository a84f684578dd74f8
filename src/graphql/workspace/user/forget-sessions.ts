import type { Services } from "../../../platform/services.ts"

/** Deletes expired sessions; sign-in itself deletes only those that a browser presents again. */
export async function deleteExpiredSessions({
  database,
}: Pick<Services, "database">): Promise<void> {
  await database.pool.query("delete from session where expires_at < now()")
}

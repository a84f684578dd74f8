import type { Prisma } from "../../../platform/postgres.ts"

/**
 * Names of the keys that a person made and that still work, for the audit entry when they leave; empty without any.
 * Keys belong to the project, so that they outlive the membership.
 */
export async function namedKeys(
  db: Pick<Prisma.TransactionClient, "$queryRaw">,
  { projectId, userId }: { projectId: string; userId: string },
): Promise<{ keys?: string[] }> {
  const found = await db.$queryRaw<{ name: string; hint: string }[]>`
    select name, hint from api_key
     where project_id = ${projectId}::uuid and created_by = ${userId}::uuid and revoked_at is null
       and (expires_at is null or expires_at > now())
     order by created_at, id`
  return found.length === 0 ? {} : { keys: found.map(({ name, hint }) => `${name} (${hint}…)`) }
}

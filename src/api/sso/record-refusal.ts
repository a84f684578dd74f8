import { transactSql } from "../../graphql/kernel/transaction.ts"
import { recordAccountAudit } from "../../graphql/workspace/audit/record-account.ts"
import { recordAuditAll } from "../../graphql/workspace/audit/record-audit.ts"
import type { Prisma } from "../../platform/postgres.ts"
import { createSharedRateLimiter } from "../../platform/rate-limit/shared-rate-limiter.ts"
import type { Services } from "../../platform/services.ts"

/** Attackers cause refusals, so only this many are recorded for each person. */
const mostAnHour = 10

type Refused = { email: string | null; action: string; changes: Prisma.InputJsonObject }

/**
 * Shows owners whom the identity provider or its directory could not bring in: in the audit logs of the person's
 * projects, or, if these are unknown, of those whose roles come from SSO_GROUPS.
 */
export function createRefusalRecord(services: Services) {
  const { env, database } = services
  const limiter = createSharedRateLimiter(services, "failed sign-on entries", {
    points: mostAnHour,
    windowMs: 3_600_000,
  })
  return async ({ email, action, ...refused }: Refused): Promise<void> => {
    const person =
      email === null
        ? null
        : await database.prisma.user.findUnique({ where: { email }, include: { members: true } })
    if ((await limiter.consume(person?.id ?? "unknown")) > 0) return
    const subject = email ?? undefined
    const changes = { ...refused.changes, email: subject }
    await transactSql(services, async (tx) => {
      if (person !== null && person.members.length > 0) {
        const actor = { kind: "anonymous" } as const
        await recordAccountAudit(tx, actor, person.id, action, person, changes)
        return
      }
      const wanted = [...new Set(env.SSO_GROUPS.map(({ projectId }) => projectId))]
      const found = await tx.query<{ id: string }>({
        name: "sso-projects",
        text: "select id from project where id = any($1::uuid[]) and deleted_at is null order by id",
        values: [wanted],
      })
      const entries = found.map(({ id }) => ({
        action,
        changes,
        projectId: id,
        subjectName: subject,
      }))
      await recordAuditAll(tx, { kind: "anonymous" }, entries)
    })
  }
}

import type { Monitor } from "../../../../prisma/generated/client.ts"
import type { Permission } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { requireFound, whereId } from "../../kernel/require-found.ts"
import { query } from "../../kernel/transaction.ts"
import { columnsOf } from "../../kernel/columns.ts"

/** Columns that permission checks need; reading all of them would double the cost. */
const members = [
  "id",
  "seq",
  "projectId",
  "policyId",
  "name",
  "kind",
  "failureThreshold",
  "recoveryThreshold",
  "flapWindowMinutes",
  "timeoutSeconds",
  "parentId",
  "pausedAt",
  "watchedSince",
] as const satisfies (keyof Monitor)[]

type FoundMonitor = Pick<Monitor, (typeof members)[number]>

const find = {
  name: "find-monitor",
  text: `select ${columnsOf(members, "monitor")} from monitor where id = $1::uuid and deleted_at is null`,
}

/**
 * A monitor that the actor may access. Access is checked for unknown and deleted ids too, so that they fail exactly
 * like ids of other projects.
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findMonitor(ctx: Context, monitorId: string, permission: Permission) {
  const { id } = whereId(monitorId)
  const [monitor] = await query<FoundMonitor>(ctx, { ...find, values: [id] })
  const about = { type: "monitor", id: monitor?.id ?? null } as const
  return requireFound(ctx, monitor, monitor?.projectId ?? id, permission, "monitor", about)
}

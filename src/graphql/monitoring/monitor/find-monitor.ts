import { z } from "zod"
import type { Monitor } from "../../../../prisma/generated/client.ts"
import type { Permission } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { query } from "../../kernel/transaction.ts"
import { columnsOf } from "../../kernel/columns.ts"

const input = z.object({ id })

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
  const { id } = parse(input, { id: monitorId })
  const [monitor] = await query<FoundMonitor>(ctx, { ...find, values: [id] })
  const about = { type: "monitor", id: monitor?.id ?? null } as const
  await ctx.access.require(monitor?.projectId ?? id, permission, "monitor", about)
  if (monitor === undefined) throw notFound("monitor")
  return monitor
}

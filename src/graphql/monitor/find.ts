import { z } from "zod"
import type { Monitor } from "../../../prisma/generated/client.ts"
import type { Permission } from "../access.ts"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { id, parse } from "../input.ts"
import { query } from "../transaction.ts"
import { columnsOf } from "./row.ts"

const input = z.object({ id })

/** What those who look a monitor up ask about: reading it whole costs as much again. */
const members = [
  "id",
  "seq",
  "projectId",
  "policyId",
  "name",
  "kind",
  "failureThreshold",
  "recoveryThreshold",
  "timeoutSeconds",
  "parentId",
  "pausedAt",
  "watchedSince",
] as const satisfies (keyof Monitor)[]

type FoundMonitor = Pick<Monitor, (typeof members)[number]>

const find = {
  name: "find-monitor",
  text: `select ${columnsOf(members)} from monitor where id = $1::uuid and deleted_at is null`,
}

/**
 * A live monitor that the actor may touch. An unknown or deleted one is asked for like any other, so that it
 * answers exactly as one of another project.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findMonitor(ctx: Context, monitorId: string, permission: Permission) {
  const { id } = parse(input, { id: monitorId })
  const [monitor] = await query<FoundMonitor>(ctx, { ...find, values: [id] })
  await ctx.access.require(monitor?.projectId ?? id, permission, "monitor")
  if (monitor === undefined) throw notFound("monitor")
  return monitor
}

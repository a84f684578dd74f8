import { z } from "zod"
import type { Monitor } from "../../../prisma/generated/client.ts"
import type { Permission } from "../access.ts"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { id, parse } from "../input.ts"
import { query } from "../transaction.ts"
import { liveMonitor } from "./row.ts"

const input = z.object({ id })

/**
 * A live monitor that the actor may touch. An unknown or deleted one is asked for like any other, so that it
 * answers exactly as one of another project.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findMonitor(ctx: Context, monitorId: string, permission: Permission) {
  const { id } = parse(input, { id: monitorId })
  const [monitor] = await query<Monitor>(ctx, { ...liveMonitor, values: [id] })
  await ctx.access.require(monitor?.projectId ?? id, permission, "monitor")
  if (monitor === undefined) throw notFound("monitor")
  return monitor
}

import { z } from "zod"
import type { Permission } from "./access.ts"
import type { Context } from "./context.ts"
import { notFound } from "./errors.ts"
import { id, parse } from "./input.ts"
import type { About } from "./monitor-scope.ts"

const input = z.object({ id })

/** @throws {DomainError} validation_failed at `#/id`. */
export const whereId = (given: string): { id: string } => parse(input, { id: given })

/**
 * The row, if the actor has the permission. Access is checked for unknown ids too, so that they fail exactly like ids of
 * other projects.
 * @param row null if there is none with the id.
 * @param projectId of the row, or else the id that was asked for.
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function requireFound<Row>(
  ctx: Context,
  row: Row | null | undefined,
  projectId: string,
  permission: Permission,
  noun: string,
  about?: About,
): Promise<Row> {
  await ctx.access.require(projectId, permission, noun, about)
  if (row === null || row === undefined) throw notFound(noun)
  return row
}

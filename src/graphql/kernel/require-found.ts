import { z } from "zod"
import type { Permission } from "./access.ts"
import type { Context } from "./context.ts"
import { notFound } from "./errors.ts"
import { id, parse } from "./input.ts"
import type { About, Subject } from "./monitor-scope.ts"

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

type Client = Context["database"]["prisma"]
export type ReadRow<Row> = (prisma: Client, where: { id: string }) => Promise<Row | null>

/**
 * Makes the function that finds a row which the actor may access. An unknown id and an id of another project cause the
 * same error.
 * @param type if limited access sees some of the rows.
 */
export const finder = <Row extends { projectId: string }>(
  noun: string,
  read: ReadRow<Row>,
  type?: Subject["type"],
) => finderBelow(noun, read, ({ projectId }) => projectId, type)

/** The same for rows that belong to one of a project. */
export const finderBelow =
  <Row>(
    noun: string,
    read: ReadRow<Row>,
    projectOf: (row: Row) => string,
    type?: Subject["type"],
  ) =>
  async (ctx: Context, given: string, permission: Permission): Promise<Row> => {
    const where = whereId(given)
    const row = await read(ctx.database.prisma, where)
    const about = type && { type, id: row === null ? null : where.id }
    return requireFound(ctx, row, row === null ? where.id : projectOf(row), permission, noun, about)
  }

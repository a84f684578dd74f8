import { z } from "zod"
import type { Role } from "../../../../prisma/generated/enums.ts"
import { invalid } from "../../kernel/errors.ts"
import { id } from "../../kernel/input.ts"
import type { Transaction } from "../../kernel/transaction.ts"

const mostLabels = 50

/** Labels that access is limited to; none for no limit. */
export const limitInput = z
  .array(id)
  .max(mostLabels, `must name at most ${mostLabels} labels`)
  .transform((ids) => [...new Set(ids)].toSorted())

/**
 * Labels of the project with their names, locked so that none is deleted before it limits somebody.
 * @throws {DomainError} validation_failed at `#/labelIds`.
 */
export async function chosenLabels({ db }: Transaction, projectId: string, labelIds: string[]) {
  const labels = await db.$queryRaw<{ id: string; name: string }[]>`
    select id, name from label where project_id = ${projectId}::uuid and id = any(${labelIds}::uuid[])
     order by name for key share`
  const known = new Set(labels.map((label) => label.id))
  const at = labelIds.findIndex((one) => !known.has(one))
  if (at >= 0) throw invalid(`#/labelIds/${at}`, "There is no such label.")
  return labels
}

/**
 * Owners and admins manage the whole project and are paged when nobody else is, so that they cannot be limited.
 * @throws {DomainError} validation_failed at `#/labelIds`.
 */
export function requireLimitable(role: Role, labelIds: readonly string[]): void {
  if (labelIds.length === 0 || (role !== "owner" && role !== "admin")) return
  throw invalid("#/labelIds", `must be empty: the role ${role} cannot be limited to labels`)
}

type Named = { name: string }[]

/** A limit as the audit log names it; null for none. */
export const limitNames = (labels: Named): string[] | null =>
  labels.length === 0 ? null : labels.map(({ name }) => name)

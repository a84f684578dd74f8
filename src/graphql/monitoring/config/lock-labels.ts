import type { Transaction } from "../../kernel/transaction.ts"

/**
 * Ids of the labels that the project has, by name. Locked until the transaction ends, so that none is deleted
 * before it is assigned.
 */
export async function lockLabels(
  { db }: Transaction,
  projectId: string,
  names: string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const rows = await db.$queryRaw<{ id: string; name: string }[]>`
    select id, name from label
     where project_id = ${projectId}::uuid and name = any(${[...new Set(names)]}::text[])
     order by id for key share`
  return new Map(rows.map(({ id, name }) => [name, id]))
}

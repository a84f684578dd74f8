import type { Transaction } from "../transaction.ts"

/**
 * The ids of those labels that the project has, by name. They are held until the end of the transaction, so
 * that none is deleted before a monitor wears it.
 */
export async function holdLabels(
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

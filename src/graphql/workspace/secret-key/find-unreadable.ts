import type pg from "pg"
import type { Services } from "../../../platform/services.ts"
import type { Vault } from "../../../platform/secret.ts"
import { existing, openedBy, readSealed } from "./read-sealed.ts"
import { sealedColumns, type SealedColumn } from "./sealed-columns.ts"

/** What the key does not open, in one column. */
export type Unreadable = {
  column: SealedColumn
  total: number
  ids: string[]
}

/** Compares stored secrets with the key; without those that expire by themselves. */
export async function findUnreadable(
  client: pg.ClientBase,
  vault: Vault | null,
  isAsked: (column: SealedColumn) => boolean = ({ remedy }) => remedy !== null,
): Promise<Unreadable[]> {
  const found: Unreadable[] = []
  for (const column of await existing(client, sealedColumns.filter(isAsked))) {
    const one: Unreadable = { column, total: 0, ids: [] }
    for await (const values of readSealed(client, column)) {
      one.total += values.length
      for (const { id, sealed } of values) {
        if (vault === null || (await openedBy(vault, column, sealed)) === null) one.ids.push(id)
      }
    }
    found.push(one)
  }
  return found
}

const mostNamed = 100

/** The first of them by name, for a person. */
export async function nameUnreadable(
  client: pg.ClientBase,
  { column: { table, id, name }, ids }: Unreadable,
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select ${name} as name from "${table}" t
      where t.${id.column} = any($1::${id.type}[]) order by 1 limit ${mostNamed}`,
    [ids],
  )
  return rows.map((row) => row.name)
}

export const countIds = (found: readonly Unreadable[]): number =>
  found.reduce((sum, { ids }) => sum + ids.length, 0)

/** Stores for health how many of the secrets that monitoring and paging need cannot be decrypted. */
export async function recordUnreadable({
  database: { pool },
  vault,
}: Pick<Services, "database" | "vault">): Promise<void> {
  const client = await pool.connect()
  try {
    const found = await findUnreadable(client, vault, ({ isVital }) => isVital)
    await client.query(
      "update installation set unreadable_secrets = $1 where unreadable_secrets <> $1",
      [countIds(found)],
    )
  } finally {
    client.release()
  }
}

/** Turns health at once, when a delivery could not be decrypted; the next comparison counts all. */
export async function noteUnreadable({ database }: Pick<Services, "database">): Promise<void> {
  await database.pool.query(
    "update installation set unreadable_secrets = 1 where unreadable_secrets = 0",
  )
}

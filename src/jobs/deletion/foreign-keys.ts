import type pg from "pg"

/** Rows of `table` belong to a row of another table: `column` holds the value of its `parentColumn`. */
export type ForeignKey = { table: string; column: string; parentColumn: string }

/** By the table that is referred to; the largest tables first. */
export type ForeignKeys = ReadonlyMap<string, ForeignKey[]>

/**
 * Reads which rows must go before those that they refer to. References that become null are left to PostgreSQL, and
 * so are rows that refer to their own table.
 */
export async function readForeignKeys(pool: pg.Pool): Promise<ForeignKeys> {
  const { rows } = await pool.query<ForeignKey & { parent: string }>(
    `select child.relname as "table", a.attname as "column", parent.relname as parent, p.attname as "parentColumn"
       from pg_constraint c
       join pg_class child on child.oid = c.conrelid
       join pg_class parent on parent.oid = c.confrelid
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       join pg_attribute p on p.attrelid = c.confrelid and p.attnum = c.confkey[1]
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conrelid <> c.confrelid
        and c.confdeltype in ('a', 'r', 'c')
      order by child.reltuples desc, child.relname`,
  )
  const { rows: days } = await pool.query<{ table: string }>(
    `select inhrelid::regclass::text as "table" from pg_inherits
      where inhparent in ('check_result'::regclass, 'check_evidence'::regclass)`,
  )
  const keys = new Map<string, ForeignKey[]>()
  for (const { parent, ...key } of rows) keys.set(parent, [...(keys.get(parent) ?? []), key])
  // Checks have no foreign key, because it would cost too much when they are stored.
  const ofChecks = days.map(({ table }) => ({
    table,
    column: "monitor_seq",
    parentColumn: "seq",
  }))
  keys.set("monitor", [...ofChecks, ...(keys.get("monitor") ?? [])])
  return keys
}

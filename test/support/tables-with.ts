import type { World } from "./world.ts"

/** Names of the tables whose rows contain one of the texts; of a partition, that of its table. */
export async function tablesWith({ services }: World, texts: string[]): Promise<string[]> {
  const { pool } = services.database
  const { rows } = await pool.query<{ name: string; of: string }>(
    `select c.relname as name, coalesce(p.relname, c.relname) as of
       from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  )
  const found = new Set<string>()
  for (const { name, of } of rows) {
    const { rowCount } = await pool.query(
      `select from "${name}" r where r::text like any($1::text[]) limit 1`,
      [texts.map((text) => `%${text}%`)],
    )
    if (rowCount === 1) found.add(of)
  }
  return [...found].toSorted()
}

import type pg from "pg"
import type { BackupHead, BackupTable } from "./backup-head.ts"

/** Written by the migrations themselves. */
const migrationTable = "_prisma_migrations"

/**
 * Every table with rows of its own in the schema `public`. Unlogged tables hold nothing that outlives a crash, so
 * they are left out; generated columns are computed again.
 */
export async function readTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `select c.relname as name,
            (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
            case when c.relispartition then json_build_object(
              'parent', (select p.relname from pg_inherits i join pg_class p on p.oid = i.inhparent where i.inhrelid = c.oid),
              'bounds', pg_get_expr(c.relpartbound, c.oid)) end as partition
       from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
        and c.relname <> $1
      order by c.relname`,
    [migrationTable],
  )
  return rows
}

export async function readSequences(client: pg.ClientBase): Promise<BackupHead["sequences"]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  )
  const found: BackupHead["sequences"] = []
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${quote(name)}`,
    )
    for (const value of values) found.push({ name, ...value })
  }
  return found
}

export async function readApplied(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select migration_name as name from ${quote(migrationTable)} where finished_at is not null order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Exists from the first row of a restore until its last step; nothing may start before. */
export const markerTable = "unfinished_restore"

/** The same text for the same value in every transaction, on every server. */
export const plainText = `
  set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local client_encoding = 'UTF8';
  set local synchronize_seqscans = off; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '10s'; set local search_path = 'public'`

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const columnList = ({ columns }: BackupTable): string => columns.map(quote).join(", ")

import pg from "pg"
import {
  backupManifest,
  manifestName,
  type BackupHead,
  type BackupManifest,
  type BackupTable,
  type Tally,
} from "./backup-head.ts"
import { BackupError, unusable } from "./backup-error.ts"
import { copyIn, type CopyIn } from "./copy.ts"
import { startTally } from "./dump-tables.ts"
import { columnList, markerTable, plainText, quote, readTables } from "./read-catalog.ts"
import type { Entry } from "./tar.ts"

export type Loaded = {
  /** Only of `tables`. */
  stated: BackupManifest
  /** Without tables of other programs in the same schema, which are not restored. */
  tables: BackupTable[]
}

/**
 * Loads the tables of a backup into a database with its migrations and without users, in one transaction: after a
 * crash, or if a count or checksum differs, nothing has changed.
 *
 * @throws {BackupError} if the backup is damaged.
 */
export async function loadTables(
  client: pg.Client,
  head: BackupHead,
  entries: AsyncIterator<Entry>,
): Promise<Loaded> {
  await client.query("begin")
  try {
    await client.query(plainText)
    const tables = await createPartitions(client, head)
    const restoreKeys = await prepare(client)
    const { loaded, stated } = await loadEntries(client, tables, entries)
    compare(loaded, stated)
    // Telemetry is read after the commit, and the end of the file after it.
    if (head.telemetry === null) await requireEnd(entries)
    await restoreKeys()
    for (const { name, value, isCalled } of head.sequences) {
      await client.query("select setval($1::regclass, $2::bigint, $3)", [
        quote(name),
        value,
        isCalled,
      ])
    }
    await client.query(`create table ${markerTable} (made_at timestamptz not null)`)
    await client.query(`insert into ${markerTable} values ($1)`, [head.madeAt])
    await client.query("commit")
    return { stated, tables }
  } catch (error) {
    // After a lost connection PostgreSQL rolls back by itself.
    await client.query("rollback").catch(() => undefined)
    throw isRefused(error) ? unusable("row_refused", null, error.message, error) : error
  }
}

/** Returns the tables to load: those that the migrations made, and their partitions as in the backup. */
async function createPartitions(client: pg.Client, { tables }: BackupHead): Promise<BackupTable[]> {
  const known = new Set((await readTables(client)).map(({ name }) => name))
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace`,
  )
  const parents = new Set(rows.map(({ name }) => name))
  const wanted: BackupTable[] = []
  for (const table of tables) {
    const { name, partition } = table
    const isOwn = known.has(name) || (partition !== null && parents.has(partition.parent))
    if (!isOwn) continue
    wanted.push(table)
    if (known.has(name) || partition === null) continue
    await client.query(
      `create table ${quote(name)} partition of ${quote(partition.parent)} ${partition.bounds}`,
    )
  }
  return wanted
}

/**
 * Empties all tables, and turns off triggers and foreign keys, as the tables come in alphabetical order. Returns
 * what restores them.
 */
async function prepare(client: pg.Client): Promise<() => Promise<void>> {
  const all = (await readTables(client)).map(({ name }) => quote(name))
  await client.query(`truncate ${all.join(", ")}`)
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
      order by 1, 2`,
  )
  for (const { table, name } of keys) {
    await client.query(`alter table ${table} drop constraint ${quote(name)}`)
  }
  for (const name of all) await client.query(`alter table ${name} disable trigger user`)
  return async () => {
    for (const { table, name, definition } of keys) {
      await client.query(`alter table ${table} add constraint ${quote(name)} ${definition}`)
    }
    for (const name of all) await client.query(`alter table ${name} enable trigger user`)
  }
}

async function loadEntries(
  client: pg.Client,
  tables: readonly BackupTable[],
  entries: AsyncIterator<Entry>,
) {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const loaded = new Map<string, Tally>()
  let open: Loading | null = null
  const close = async () => {
    if (open !== null) loaded.set(open.table, await open.end())
    open = null
  }
  try {
    for (;;) {
      const next = await entries.next()
      if (next.done === true) throw unusable("no_manifest")
      const { name, bytes } = next.value
      if (name === manifestName) {
        await close()
        const stated = readManifest(bytes)
        const own = Object.entries(stated.tables).filter(([one]) => byName.has(one))
        return { loaded, stated: { tables: Object.fromEntries(own) } }
      }
      const table = byName.get(/^tables\/([^/]+)\/\d+$/.exec(name)?.[1] ?? "")
      if (table === undefined) continue
      if (open?.table !== table.name) {
        await close()
        open = startLoading(client, table)
      }
      await open.write(bytes)
    }
  } catch (error) {
    await open?.abandon()
    throw error
  }
}

type Loading = { table: string; end(): Promise<Tally> } & Pick<CopyIn, "write" | "abandon">

function startLoading(client: pg.Client, table: BackupTable): Loading {
  const tally = startTally()
  const copy = copyIn(client, `copy ${quote(table.name)} (${columnList(table)}) from stdin`)
  return {
    table: table.name,
    async write(bytes) {
      tally.add(bytes)
      await copy.write(bytes)
    },
    abandon: copy.abandon,
    async end() {
      await copy.end()
      return tally.end()
    },
  }
}

/** Reads to the end of the file, where damage of the head is found as well. */
async function requireEnd(entries: AsyncIterator<Entry>): Promise<void> {
  const next = await entries.next()
  if (next.done !== true) throw unusable("after_manifest", null, next.value.name)
}

/** Tables without rows have no file. */
function compare(loaded: ReadonlyMap<string, Tally>, { tables }: BackupManifest): void {
  for (const [table, { rows: stated, sha256 }] of Object.entries(tables)) {
    const { rows, sha256: own } = loaded.get(table) ?? startTally().end()
    if (rows === stated && own === sha256) continue
    const parameters = { where: "file", table, rows, stated } as const
    throw new BackupError({ code: "backup_rows_differ", parameters })
  }
}

function readManifest(bytes: Buffer): BackupManifest {
  try {
    return backupManifest.parse(JSON.parse(bytes.toString()))
  } catch (error) {
    throw unusable("bad_manifest", null, null, error)
  }
}

/** Values that PostgreSQL cannot take, and names that it does not know: classes 22, 23 and 42 of its codes. */
const isRefused = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && /^(?:22|23|42)/.test(error.code ?? "")

import { createHash } from "node:crypto"
import type pg from "pg"
import {
  backupFormat,
  checksumName,
  headName,
  manifestName,
  type BackupHead,
  type BackupManifest,
  type BackupTable,
  type Tally,
} from "./backup-head.ts"
import { openClient } from "../open-client.ts"
import { copyOut } from "./copy.ts"
import {
  columnList,
  plainText,
  quote,
  readApplied,
  readSequences,
  readTables,
} from "./read-catalog.ts"
import type { Sign } from "./sealed-key.ts"
import type { Entry } from "./tar.ts"

const newline = 10

export type Snapshot = {
  client: pg.Client
  head: BackupHead
  installationId: string
  /** Ends the transaction, which keeps PostgreSQL from removing old rows. */
  release(): Promise<void>
  close(): Promise<void>
}

/** What is known before the database is read. */
export type BackupFacts = Pick<
  BackupHead,
  "id" | "version" | "key" | "keyFingerprint" | "telemetry"
>

/**
 * Opens one transaction that sees the database at this moment while everything goes on. It takes no lock that
 * readers or writers wait for.
 */
export async function openSnapshot(
  connectionString: string,
  facts: BackupFacts,
): Promise<Snapshot> {
  const client = await openClient(connectionString)
  try {
    await client.query("begin transaction isolation level repeatable read read only")
    await client.query(plainText)
    const { rows } = await client.query<{ postgres: string; madeAt: Date; installationId: string }>(
      `select split_part(current_setting('server_version'), ' ', 1) as postgres, now() as "madeAt",
              (select id::text from installation limit 1) as "installationId"`,
    )
    const [row] = rows
    if (row === undefined) throw new Error("a statement without a table always has a row")
    const head: BackupHead = {
      format: backupFormat,
      ...facts,
      postgres: row.postgres,
      madeAt: row.madeAt.toISOString(),
      migrations: await readApplied(client),
      tables: await readTables(client),
      sequences: await readSequences(client),
    }
    return {
      client,
      head,
      installationId: row.installationId,
      async release() {
        await client.query("commit")
      },
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** The database's files; the manifest comes last, so that an incomplete backup is recognized. */
export async function* dumpEntries(
  { client, head }: Snapshot,
  sign: Sign | null,
  onManifest: (manifest: BackupManifest) => void,
): AsyncGenerator<Entry> {
  const bytes = Buffer.from(`${JSON.stringify(head, null, 2)}\n`)
  yield { name: headName, bytes }
  if (sign !== null) yield { name: checksumName, bytes: sign(bytes) }
  const tables: Record<string, Tally> = {}
  for (const table of head.tables) {
    let part = 0
    for await (const bytes of copyParts(client, table, (tally) => (tables[table.name] = tally))) {
      part += 1
      yield { name: `tables/${table.name}/${String(part).padStart(6, "0")}`, bytes }
    }
  }
  const manifest = { tables }
  onManifest(manifest)
  yield { name: manifestName, bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) }
}

/** Counts and checksums of tables as they are now, to compare with a manifest. */
export async function tallyTables(
  client: pg.Client,
  tables: readonly BackupTable[],
): Promise<BackupManifest> {
  const found: Record<string, Tally> = {}
  for (const table of tables) {
    const parts = copyParts(client, table, (tally) => (found[table.name] = tally))
    while ((await parts.next()).done !== true);
  }
  return { tables: found }
}

async function* copyParts(
  client: pg.Client,
  table: BackupTable,
  onEnd: (tally: Tally) => void,
): AsyncGenerator<Buffer> {
  const tally = startTally()
  const text = `copy ${quote(table.name)} (${columnList(table)}) to stdout`
  for await (const bytes of copyOut(client, text)) {
    tally.add(bytes)
    yield bytes
  }
  onEnd(tally.end())
}

/** In `COPY` text a newline always ends a row; those in values are escaped. */
export function startTally(): { add(chunk: Buffer): void; end(): Tally } {
  const hash = createHash("sha256")
  let rows = 0
  let bytes = 0
  return {
    add(chunk) {
      hash.update(chunk)
      bytes += chunk.length
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1))
        rows += 1
    },
    end: () => ({ rows, bytes, sha256: hash.digest("hex") }),
  }
}

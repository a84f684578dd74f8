import { constants, createZstdCompress } from "node:zlib"
import packageFile from "../../../package.json" with { type: "json" }
import { newId } from "../id.ts"
import { rowsOf, type BackupManifest, type TelemetryHead } from "./backup-head.ts"
import { backupName, type BackupPlace, type BackupReason } from "./backup-place.ts"
import { dumpEntries, openSnapshot, type BackupFacts, type Snapshot } from "./dump-tables.ts"
import { fingerprintOf } from "../secret.ts"
import { sealKey } from "./sealed-key.ts"
import { packTar, type Entry } from "./tar.ts"
import { through } from "./through.ts"

export type MadeBackup = {
  id: string
  name: string
  madeAt: Date
  bytes: number
  rows: number
  manifest: BackupManifest
  telemetry: { rows: number } | null
}

/** Telemetry as it was when this was opened. */
export type TelemetrySource = {
  head: TelemetryHead
  entries(): AsyncIterable<Entry>
  /** After the last entry. */
  rows(): number
}

type Contents = {
  key: Buffer
  passphrase: string | null
  reason: BackupReason
  telemetry: TelemetrySource | null
}

/** Detects damage of the file itself, beside the checksums of the tables. */
const zstd = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
}

/**
 * Writes a consistent backup of the database while everything goes on. The secret key is part of it only if there
 * is a passphrase to encrypt it with.
 *
 * @throws {BackupError} if it cannot be written.
 */
export async function makeBackup(
  connectionString: string,
  place: BackupPlace,
  { key, passphrase, reason, telemetry }: Contents,
): Promise<MadeBackup> {
  const sealing = passphrase === null ? null : await sealKey(key, passphrase)
  const facts: BackupFacts = {
    id: newId(),
    version: packageFile.version,
    key: sealing?.sealed ?? null,
    keyFingerprint: fingerprintOf(key),
    telemetry: telemetry?.head ?? null,
  }
  const snapshot = await openSnapshot(connectionString, facts)
  try {
    const madeAt = new Date(snapshot.head.madeAt)
    let manifest: BackupManifest = { tables: {} }
    const tables = dumpEntries(snapshot, sealing?.sign ?? null, (whole) => (manifest = whole))
    const entries = entriesOf(snapshot, tables, telemetry)
    const archive = through(packTar(entries, madeAt), createZstdCompress(zstd))
    const { installationId, head } = snapshot
    const name = backupName(reason, { madeAt, installationId, migrations: head.migrations })
    const bytes = await place.write(name, archive.output).finally(archive.close)
    return {
      id: facts.id,
      name,
      madeAt,
      bytes,
      rows: rowsOf(manifest),
      manifest,
      telemetry: telemetry === null ? null : { rows: telemetry.rows() },
    }
  } finally {
    await snapshot.close()
  }
}

async function* entriesOf(
  snapshot: Snapshot,
  tables: AsyncIterable<Entry>,
  telemetry: TelemetrySource | null,
): AsyncGenerator<Entry> {
  yield* tables
  await snapshot.release()
  if (telemetry !== null) yield* telemetry.entries()
}

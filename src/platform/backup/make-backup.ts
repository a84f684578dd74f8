import { constants, createZstdCompress } from "node:zlib"
import packageFile from "../../../package.json" with { type: "json" }
import { newId } from "../id.ts"
import type { BackupHead, BackupManifest } from "./backup-head.ts"
import { rowsOf } from "./backup-head.ts"
import type { BackupPlace, BackupReason } from "./backup-place.ts"
import { backupName } from "./backup-place.ts"
import { dumpEntries, openSnapshot } from "./dump-tables.ts"
import { fingerprintOf, sealKey } from "./sealed-key.ts"
import { packTar } from "./tar.ts"
import { through } from "./through.ts"

export type MadeBackup = {
  id: string
  name: string
  madeAt: Date
  bytes: number
  rows: number
  manifest: BackupManifest
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
  { key, passphrase, reason }: { key: Buffer; passphrase: string | null; reason: BackupReason },
): Promise<MadeBackup> {
  const facts: Pick<BackupHead, "id" | "version" | "key" | "keyFingerprint"> = {
    id: newId(),
    version: packageFile.version,
    key: passphrase === null ? null : await sealKey(key, passphrase),
    keyFingerprint: fingerprintOf(key),
  }
  const snapshot = await openSnapshot(connectionString, facts)
  try {
    const madeAt = new Date(snapshot.head.madeAt)
    let manifest: BackupManifest = { tables: {} }
    const entries = dumpEntries(snapshot, (whole) => (manifest = whole))
    const archive = through(packTar(entries, madeAt), createZstdCompress(zstd))
    const name = backupName(reason, madeAt)
    const bytes = await place.write(name, archive.output).finally(archive.close)
    return { id: facts.id, name, madeAt, bytes, rows: rowsOf(manifest), manifest }
  } finally {
    await snapshot.close()
  }
}

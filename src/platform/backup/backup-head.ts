import { z } from "zod"
import { sealedKey } from "./sealed-key.ts"

/** First and last file of a backup. The tables are between them, as `COPY` text in numbered parts. */
export const headName = "backup.json"
/** Keyed checksum of the head's bytes, directly after it; missing without a passphrase. */
export const checksumName = "backup.json.hmac"
export const manifestName = "manifest.json"
/** Last file of a backup with telemetry. */
export const telemetryManifestName = "telemetry/manifest.json"
export const backupFormat = 1

const table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  /** For a partition: the table it belongs to and its bounds, as in `FOR VALUES …`. */
  partition: z.object({ parent: z.string(), bounds: z.string() }).nullable(),
})
export type BackupTable = z.output<typeof table>

/** Tables of the telemetry store, whose rows follow the manifest in ClickHouse's format Native. */
const telemetry = z.object({
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
    }),
  ),
})
export type TelemetryHead = z.output<typeof telemetry>
export type TelemetryTable = TelemetryHead["tables"][number]

export const backupHead = z.object({
  format: z.literal(backupFormat, {
    error: "was written in a format that this version cannot read",
  }),
  id: z.uuid(),
  /** Version of Watchkeeper. */
  version: z.string(),
  /** As in server_version: 18.4. */
  postgres: z.string(),
  /** The moment of the snapshot, by PostgreSQL's clock. */
  madeAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  /** Null if the passphrase was not set; then the key must be restored separately. */
  key: sealedKey.nullable(),
  keyFingerprint: z.string(),
  /** Null without telemetry. */
  telemetry: telemetry.nullable().default(null),
})
export type BackupHead = z.output<typeof backupHead>

const tally = z.object({ rows: z.int(), bytes: z.int(), sha256: z.string() })
export type Tally = z.output<typeof tally>

/** What the tables contain, by name: a restore compares it before it commits. */
export const backupManifest = z.object({ tables: z.record(z.string(), tally) })
export type BackupManifest = z.output<typeof backupManifest>

export const rowsOf = ({ tables }: BackupManifest): number =>
  Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)

export const bytesOf = ({ tables }: BackupManifest): number =>
  Object.values(tables).reduce((sum, { bytes }) => sum + bytes, 0)

/** Rows and the sum of their hashes modulo 2^64, which depends neither on their order nor on how they are stored. */
const telemetryTally = z.object({ rows: z.int(), sum: z.string() })
export type TelemetryTally = z.output<typeof telemetryTally>

export const telemetryManifest = z.object({ tables: z.record(z.string(), telemetryTally) })
export type TelemetryManifest = z.output<typeof telemetryManifest>

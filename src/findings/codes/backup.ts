import { z } from "zod"
import { evidence, nested } from "../parameters.ts"

const none = z.object({})
const said = evidence().nullable()

export const pathFaults = ["missing", "file", "full", "blocked", "read_only"] as const
/** What needs space on a disk; `server` restores into a PostgreSQL of its own disk. */
export const diskNeeds = ["verify", "restore", "upgrade", "server"] as const
export const backupFaults = [
  "damaged",
  "foreign",
  "format",
  "changed",
  "unsigned",
  "no_manifest",
  "bad_manifest",
  "after_manifest",
  "row_refused",
  "no_telemetry",
] as const
/** Where rows are compared. */
const tallies = ["file", "telemetry", "restored"] as const
export const bucketRemedies = ["name", "bucket", "key", "region"] as const

/** Why a backup was not made, verified or restored, and what to do. */
export const backupCodes = {
  backup_failed: z.object({ said: evidence() }),
  backup_process_ended: z.object({ signal: evidence() }),
  /** `nearest` is the part of the path that exists. */
  path_unusable: z.object({
    path: evidence(),
    nearest: evidence(),
    fault: z.enum(pathFaults),
    errorCode: evidence(),
  }),
  disk_too_small: z.object({ folder: evidence(), need: z.enum(diskNeeds) }),
  /** Null in the place of a folder while one is verified. */
  backup_under_way: z.object({ folder: evidence().nullable(), processId: z.number() }),
  /** Without a name within the file. `said` is what a library or the file says. */
  backup_unusable: z.object({ name: said, fault: z.enum(backupFaults), said }),
  /** Of as many rows as stated, the checksum differs. */
  backup_rows_differ: z.object({
    where: z.enum(tallies),
    table: evidence(),
    rows: z.number(),
    stated: z.number(),
  }),
  /** Names of migrations, or of a table of telemetry, where the version is not known. */
  backup_of_later_version: z.object({ version: said, names: z.array(evidence()) }),
  backup_passphrase_wrong: none,
  /** Made at that time with another key; null if it has none. */
  backup_key_missing: z.object({ madeAt: z.string().nullable() }),
  restore_interrupted: z.object({ madeAt: z.string() }),
  telemetry_not_drained: none,
  telemetry_row_too_large: z.object({ table: evidence() }),
  telemetry_rows_refused: z.object({ table: evidence(), said: evidence() }),
  telemetry_not_restored: z.object({ cause: nested() }),
  /** Without a status if S3 reported it after the response had begun. */
  backup_bucket_returned: z.object({
    bucket: evidence(),
    status: z.number().nullable(),
    said: evidence(),
    remedy: z.enum(bucketRemedies).nullable(),
  }),
  backup_bucket_unreachable: z.object({
    bucket: evidence(),
    said: evidence(),
    isUntrusted: z.boolean(),
  }),
  no_backup_verified: none,
  backup_is_old: z.object({ hours: z.number() }),
  last_backup_failed: z.object({ error: nested() }),
  start_backups: z.object({ command: evidence() }),
}

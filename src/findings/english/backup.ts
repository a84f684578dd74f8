import type { backupCodes, backupFaults, bucketRemedies, diskNeeds } from "../codes/backup.ts"
import type { WordsOf } from "../words.ts"

const needs: Record<(typeof diskNeeds)[number], string> = {
  verify:
    "has too little space to verify the backup. Free some space, or set DATA_DIR to a folder on another disk for this command.",
  restore:
    "has too little space to restore the backup. Free some space, or set DATA_DIR to a new folder on another disk, and repeat the command.",
  upgrade:
    "has too little space to hold the database twice. Free some space, and repeat the command.",
  server: "is full. Free some space there, and repeat the command.",
}

const remedies: Record<(typeof bucketRemedies)[number], string> = {
  name: " There is no backup of that name. Check the name, and the folder in BACKUP_URL.",
  bucket: " Create the bucket, or correct BACKUP_URL.",
  key: " Check the key id and secret in BACKUP_URL, and that the key may get, put and delete in this bucket.",
  region: " The bucket is elsewhere. Check the region and the host in BACKUP_URL.",
}

const another = "Use another backup."
const within = (why: string): string =>
  `The backup is damaged: ${why}. Nothing was changed. ${another}`
const changed = (name: string, checksum: string): string =>
  `The head of ${name} was changed after the backup was made: its keyed checksum is ${checksum}. Do not restore it. ${another}`

const faults: Record<(typeof backupFaults)[number], (name: string, said: string) => string> = {
  damaged: (name, said) =>
    `${name} is damaged or incomplete${said === "" ? "" : ` (${said})`}. ${another}`,
  foreign: (name) => `${name} is not a backup made by Watchkeeper.`,
  format: (name, said) =>
    `${name} is damaged, or of a format that this version cannot read: ${said}.`,
  changed: (name) => changed(name, "wrong"),
  unsigned: (name) => changed(name, "missing"),
  no_manifest: () => within("its manifest is missing"),
  bad_manifest: () => within("its manifest cannot be read"),
  after_manifest: (_, said) => within(`it contains ${said} after its manifest`),
  row_refused: (_, said) => within(said),
  no_telemetry: () => `The backup ends before its telemetry does. ${another}`,
}

export const backup: WordsOf<typeof backupCodes> = {
  backup_failed: ({ said }) => `${said}.`,
  backup_process_ended: ({ signal }) => `Its process was ended by ${signal}.`,
  path_unusable({ path, nearest, fault, errorCode }) {
    const where = nearest === path ? "is not accessible" : `cannot be created in ${nearest}`
    const rules = {
      missing: `${path} does not exist. Check the path.`,
      file: `${nearest} is a file, not a folder. Choose another folder.`,
      full: `The disk of ${path} is full. Free some space, or choose another folder with --to.`,
      blocked: `${path} ${where} (${errorCode}). Check its owner and permissions.`,
      read_only: `${path} ${where} (${errorCode}). Its file system is read-only: choose another folder.`,
    }
    return rules[fault]
  },
  disk_too_small: ({ folder, need }) =>
    `The disk of ${need === "server" ? "the PostgreSQL server at " : ""}${folder} ${needs[need]}`,
  backup_under_way: ({ folder, processId }) =>
    `Another backup is being ${folder === null ? "verified" : `written to ${folder}`} (process ${processId}). Wait until it ends.`,
  backup_unusable: ({ name, fault, said }) => faults[fault](name ?? "The backup", said ?? ""),
  backup_rows_differ({ where, table, rows, stated }) {
    const found = `${table} has ${rows} rows and should have ${stated}${rows === stated ? ", and its checksum is wrong" : ""}`
    if (where === "file") return within(found)
    return where === "telemetry"
      ? `The telemetry of the backup is damaged: ${found}. ${another}`
      : `After restoring, ${found}. Do not rely on this backup.`
  },
  backup_of_later_version: ({ version, names }, { list }) =>
    version === null
      ? `The telemetry of the backup has a table or column that this version does not know (${list(names)}). Install the version of the backup or a later one, and repeat the command.`
      : `The backup was made by Watchkeeper ${version}, which has migrations that this version does not know (${list(names)}). Install version ${version} or later, and repeat the command.`,
  backup_passphrase_wrong: () =>
    "The passphrase does not open this backup's secret key. Set BACKUP_PASSPHRASE to the passphrase that was set when the backup was made.",
  backup_key_missing: ({ madeAt }, { moment }) =>
    madeAt === null
      ? "This backup does not contain the secret key. Use one that was made with BACKUP_PASSPHRASE."
      : `The backup of ${moment(madeAt)} has another secret key than this installation. Use a backup of this installation.`,
  restore_interrupted: ({ madeAt }, { moment }) =>
    `A restore of the backup of ${moment(madeAt)} was interrupted here. Run it again to continue, or restore this backup into another DATA_DIR or an empty database.`,
  telemetry_not_drained: () =>
    "The telemetry store has not taken the telemetry that was acknowledged a minute ago. /api/health says why. Repeat the backup afterwards, or leave telemetry out.",
  telemetry_row_too_large: ({ table }) => `A row of ${table} is too large for a backup.`,
  telemetry_rows_refused: ({ table, said }) =>
    `The telemetry store refused rows of ${table}: ${said}.`,
  telemetry_not_restored: ({ cause }, { say }) =>
    `The telemetry was not restored: ${say(cause)} The other tables are restored. Repeat the command, or add --without-telemetry to finish without it.`,
  backup_bucket_returned: ({ bucket, status, said, remedy }) =>
    `The bucket ${bucket} returned ${status === null ? "" : `${status}: `}${said}${remedy === null ? "" : remedies[remedy]}`,
  backup_bucket_unreachable: ({ bucket, said, isUntrusted }) =>
    `The bucket ${bucket} cannot be reached: ${said}. ${
      isUntrusted
        ? "If its certificate is of an authority of your own, start with NODE_EXTRA_CA_CERTS set to a file with that authority."
        : "Check BACKUP_URL, and that this machine can reach that host."
    }`,
  no_backup_verified: () => "No backup has been verified yet.",
  backup_is_old: ({ hours }, { count }) =>
    `The newest verified backup is ${count(hours, "hour", "hours")} old.`,
  last_backup_failed: ({ error }, { say }) => `The last attempt failed: ${say(error)}`,
  start_backups: ({ command }) => `Start a notify process, or run \`${command} backup --verify\`.`,
}

import { commandName } from "../../platform/command-name.ts"
import { hasBackupTable } from "../../graphql/workspace/backup/record-backup.ts"
import {
  readBackupState,
  type BackupState,
} from "../../graphql/workspace/backup/read-backup-state.ts"
import { judgeBackup } from "../../graphql/workspace/backup/rules/judge-backup.ts"
import { BackupError } from "../../platform/backup/backup-error.ts"
import { backupPlaceOf } from "../../platform/backup/backup-place.ts"
import { openBackup } from "../../platform/backup/open-backup.ts"
import type { Env } from "../../platform/env.ts"
import { openPool } from "../../platform/open-client.ts"
import { error, ok, warning, type Finding } from "./finding.ts"

/** Whether backups are made, and whether the newest one can be opened where it is. */
export async function checkBackups(connectionString: string, env: Env): Promise<Finding[]> {
  const pool = await openPool(connectionString, 1)
  try {
    if (!(await hasBackupTable(pool))) return [ok("backup", "known after the pending migrations")]
    const state = await readBackupState(pool)
    return [judge(state, env), ...(await open(state, env))]
  } finally {
    await pool.end()
  }
}

function judge(state: BackupState, env: Env): Finding {
  const { newestVerifiedAge: age, newestVerifiedAt } = state
  const findings = judgeBackup(state, env.BACKUP_URL?.schedule ?? null)
  if (findings.length > 0)
    return warning("backup", findings, `Run \`${commandName} backup --verify\`.`)
  if (age === null || newestVerifiedAt === null) {
    const advice = "Set BACKUP_URL with a schedule, and BACKUP_PASSPHRASE; see docs/operations.md."
    return warning("backup", "no backup has been made and verified", advice)
  }
  return ok("backup", `the newest verified one is of ${newestVerifiedAt.toISOString()}`)
}

/** Reads no more than its head, which proves that it is there, whole at its start, and opens with the passphrase. */
async function open({ place, name }: BackupState, env: Env): Promise<Finding[]> {
  const own = backupPlaceOf(env)
  if (name === null || place !== own.name) return []
  const what = "newest backup"
  try {
    const backup = await openBackup(name, await own.read(name), env.BACKUP_PASSPHRASE)
    await backup.close()
    return [ok(what, `${name} can be opened`)]
  } catch (fault) {
    if (!(fault instanceof BackupError)) throw fault
    const advice = `Make another one: \`${commandName} backup --verify\`.`
    return [error(what, [fault.finding], advice)]
  }
}

/** Proves by a file that the place of scheduled backups takes them. */
export async function checkBackupPlace(env: Env): Promise<Finding[]> {
  if (env.BACKUP_URL === undefined) return []
  const name = "backup place"
  const place = backupPlaceOf(env)
  const file = `write-test.${process.pid}`
  try {
    // Tried once, so that a place that cannot be used is reported at once.
    await place.remove(file)
    await place.write(file, one())
    await place.remove(file)
    return [ok(name, `${place.name} takes backups`)]
  } catch (fault) {
    if (!(fault instanceof BackupError)) throw fault
    const advice = "See BACKUP_URL in docs/settings.md."
    return [error(name, [fault.finding], advice)]
  }
}

async function* one(): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from("1"))
}

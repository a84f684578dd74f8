import { readLast, type Finding } from "../../../../findings/finding.ts"
import { commandName } from "../../../../platform/command-name.ts"
import type { BackupState } from "../read-backup-state.ts"
import { longestAgeSeconds, type BackupSchedule } from "./backup-schedule.ts"

const advice: Finding = { code: "start_backups", parameters: { command: commandName } }

type Failing = Pick<BackupState, "newestVerifiedAge" | "lastError" | "lastFindings">

/** What is wrong with the backups; empty if nothing is. Without a schedule, nothing is expected. */
export function judgeBackup(
  { newestVerifiedAge, ...last }: Failing,
  schedule: BackupSchedule | null,
): Finding[] {
  if (schedule === null) return []
  const error = readLast(last)
  const failed: Finding[] =
    error.length === 0 ? [] : [{ code: "last_backup_failed", parameters: { error } }]
  if (newestVerifiedAge !== null && newestVerifiedAge <= longestAgeSeconds(schedule)) return failed
  const old: Finding =
    newestVerifiedAge === null
      ? { code: "no_backup_verified", parameters: {} }
      : { code: "backup_is_old", parameters: { hours: Math.floor(newestVerifiedAge / 3600) } }
  return [old, ...(failed.length > 0 ? failed : [advice])]
}

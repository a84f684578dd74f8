import { readLast } from "../../../../findings/finding.ts"
import { reasonOf } from "../../../../findings/say.ts"
import { commandName } from "../../../../platform/command-name.ts"
import type { BackupState } from "../read-backup-state.ts"
import { longestAgeSeconds, type BackupSchedule } from "./backup-schedule.ts"
import { counted } from "../../../../platform/counted.ts"

type Failing = Pick<BackupState, "newestVerifiedAge" | "lastError" | "lastFindings">

export type JudgedBackup = { status: "ok" | "degraded"; detail: string | null }

const advice = ` Start a notify process, or run \`${commandName} backup --verify\`.`

/** Without a schedule, nothing is expected. */
export function judgeBackup(
  { newestVerifiedAge, ...last }: Failing,
  schedule: BackupSchedule | null,
): JudgedBackup {
  if (schedule === null) return { status: "ok", detail: null }
  const why = reasonOf(readLast(last))
  const failure = why === null ? "" : ` The last attempt failed: ${why}`
  if (newestVerifiedAge === null) {
    return { status: "degraded", detail: `No backup has been verified yet.${failure || advice}` }
  }
  if (newestVerifiedAge <= longestAgeSeconds(schedule)) {
    return why === null
      ? { status: "ok", detail: null }
      : { status: "degraded", detail: failure.trim() }
  }
  const hours = Math.floor(newestVerifiedAge / 3600)
  return {
    status: "degraded",
    detail: `The newest verified backup is ${counted(hours, "hour")} old.${failure || advice}`,
  }
}

import type { BackupState } from "../../workspace/backup/read-backup-state.ts"
import type { BackupSchedule } from "../../workspace/backup/rules/backup-schedule.ts"
import { judgeBackup } from "../../workspace/backup/rules/judge-backup.ts"
import { judgeOwn, type Figures } from "./read-health.ts"
import { degraded, join, ok, type Judged } from "./rules/judged.ts"
import { judgeHealth } from "./rules/judge-health.ts"

export type HealthPart = Judged & { name: string }

/** What the database tells of each part, for the dashboard, the doctor and the log. */
export function listParts(
  figures: Figures,
  backups: BackupState,
  schedule: BackupSchedule | null,
): HealthPart[] {
  const judged = judgeHealth(figures)
  const backup = judgeBackup(backups, schedule)
  return [
    { name: "Checks", ...judged.probe },
    { name: "Deliveries", ...judged.outbox },
    { name: "Escalation", ...judged.escalation },
    { name: "Messages", ...judged.messages },
    { name: "Secret key", ...judged.secrets },
    { name: "Disk", ...join(judged.disk, judgeOwn()) },
    { name: "Resources", ...judged.resources },
    { name: "Roles", ...judged.roles },
    { name: "Settings", ...judged.settings },
    { name: "Dead-man URL", ...judged.watcher },
    { name: "Backup", ...(backup.length === 0 ? ok : degraded(...backup)) },
    { name: "Telemetry", ...judged.telemetry },
    { name: "Exports", ...judged.exports },
    { name: "Connected by projects", ...judged.connected },
  ]
}

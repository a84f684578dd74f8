/** When backups are made: every hour, or every day at a time in UTC. */
export type BackupSchedule = "hourly" | { hour: number; minute: number }

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The latest time at which a backup was due. */
export function lastDue(schedule: BackupSchedule, now: Date): Date {
  if (schedule === "hourly") return new Date(Math.floor(now.getTime() / hourMs) * hourMs)
  const dayStart = Math.floor(now.getTime() / dayMs) * dayMs
  const today = dayStart + (schedule.hour * 60 + schedule.minute) * 60_000
  return new Date(today <= now.getTime() ? today : today - dayMs)
}

/** A backup older than this is late: one was missed, or the time that making and verifying it may take has passed. */
export const longestAgeSeconds = (schedule: BackupSchedule): number =>
  schedule === "hourly" ? 3 * 3600 : 26 * 3600

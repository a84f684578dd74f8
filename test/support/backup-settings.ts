import type { Env } from "../../src/platform/env.ts"

type Backups = NonNullable<Env["BACKUP_URL"]>

/** The setting of backups in a folder. */
export const backupsIn = (path: string, schedule?: Backups["schedule"]): Backups => ({
  place: { kind: "folder", path },
  schedule,
  keep: 14,
  telemetry: "off",
})

import { z } from "zod"
import { evidence, nested } from "../parameters.ts"

const none = z.object({})
const count = z.object({ count: z.number() })
const share = z.object({ count: z.number(), of: z.number() })
/** How Watchkeeper is run there. */
const command = evidence()

const addressFamilies = ["IPv4", "IPv6"] as const
export const queueNames = ["event", "webhook", "page", "notice"] as const
export const stoppedWork = ["api", "probe", "notify", "other"] as const

const memoryLimits = ["control_group", "heap"] as const

/** What is wrong with the installation, and what to do. */
export const healthCodes = {
  database_silent: none,
  database_unusable: z.object({ fault: evidence() }),
  bus_fails: z.object({ fault: nested() }),
  bus_silent: none,
  redis_unusable: z.object({ fault: evidence() }),
  notifications_silent: none,
  secrets_unreadable: z.object({ count: z.number(), command }),
  dead_man_refuses: z.object({ fault: nested() }),
  exports_failing: count,
  channels_failing: share,
  calendars_failing: count,
  monitors_overdue: share,
  checks_inconclusive: share,
  no_prober_reports: none,
  prober_without_egress: z.object({ command }),
  no_prober_has_egress: none,
  anchors_off: none,
  family_unreachable: z.object({ family: z.enum(addressFamilies) }),
  resolvers_silent: none,
  delivery_overdue: z.object({ queue: z.enum(queueNames), seconds: z.number() }),
  alerts_unreached: share,
  alerts_without_step: share,
  audit_overdue: count,
  /** `role` is the name of the process, `work` what waits for it. */
  role_silent: z.object({ role: evidence(), work: z.enum(stoppedWork), seconds: z.number() }),
  /** Where several machines report. */
  on_host: z.object({ host: evidence(), found: nested() }),
  telemetry_dropped: z.object({ before: evidence() }),
  telemetry_refused: none,
  /** `isEmbedded`: the database is on that disk too. */
  disk_unwritable: z.object({ fault: evidence(), freeMib: z.number(), isEmbedded: z.boolean() }),
  disk_scarce: z.object({ freeMib: z.number(), isEmbedded: z.boolean() }),
  inodes_scarce: share,
  descriptors_scarce: share,
  memory_scarce: z.object({ usedMib: z.number(), limitMib: z.number(), of: z.enum(memoryLimits) }),
  connections_scarce: share,
  clocks_differ: z.object({ seconds: z.number() }),
  write_refused: z.object({ fault: evidence() }),
  no_backup_verified: none,
  backup_is_old: z.object({ hours: z.number() }),
  last_backup_failed: z.object({ error: nested() }),
  start_backups: z.object({ command }),
}

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
export const writeRemedies = ["space", "memory", "connections", "primary", "disk", "log"] as const
export const areas = [
  "mail_server",
  "mail",
  "phone",
  "base_url",
  "saml",
  "oidc",
  "store",
  "backups",
  "backups_unscheduled",
] as const
export const ssoFaults = [
  "not_set_up",
  "returned",
  "no_endpoints",
  "other_issuer",
  "no_json",
] as const

/** What is wrong with the installation, and what to do. */
export const healthCodes = {
  database_silent: none,
  database_unusable: z.object({ fault: nested() }),
  bus_fails: z.object({ fault: nested() }),
  bus_silent: none,
  redis_unusable: z.object({ fault: nested() }),
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
  /** `isEmbedded`: the database is on that disk too. `fault` is null for a disk that hangs. */
  disk_unwritable: z.object({
    fault: evidence().nullable(),
    freeMib: z.number(),
    isEmbedded: z.boolean(),
  }),
  disk_scarce: z.object({ freeMib: z.number(), isEmbedded: z.boolean() }),
  inodes_scarce: share,
  descriptors_scarce: share,
  memory_scarce: z.object({ usedMib: z.number(), limitMib: z.number(), of: z.enum(memoryLimits) }),
  connections_scarce: share,
  clocks_differ: z.object({ seconds: z.number() }),
  writes_refused: z.object({ said: evidence(), remedy: z.enum(writeRemedies) }),
  /** `how` is a signal, or the code of its exit. */
  decoder_ended: z.object({ times: z.number(), minutes: z.number(), how: evidence() }),
  telemetry_store_refuses: z.object({ fault: nested() }),
  /** Without names of packages it does not run on the platform. */
  embedded_store_missing: z.object({
    platform: evidence(),
    packages: z.array(evidence()).nullable(),
  }),
  setting_misspelt: z.object({ given: evidence(), meant: evidence() }),
  /** `written` is the new setting with its value; null if the old ones do nothing. */
  setting_retired: z.object({
    old: z.array(evidence()),
    name: evidence(),
    written: evidence().nullable(),
  }),
  mail_unusable: z.object({ fault: nested() }),
  twilio_unusable: z.object({ fault: nested() }),
  twilio_account: z.object({ status: evidence() }),
  base_url_unusable: z.object({ fault: nested() }),
  /** A part of the installation that was tested: its name or address, and what else is said of it. */
  area_works: z.object({ area: z.enum(areas), name: evidence(), more: evidence() }),
  sso_unusable: z.object({ name: evidence(), fault: nested() }),
  sso_fault: z.object({ name: evidence(), fault: z.enum(ssoFaults), said: evidence() }),
  own_network_fault: z.object({ why: nested() }),
  /** Anchors or name servers that are wrong while others are right. */
  strange: z.object({ names: z.array(evidence()) }),
}

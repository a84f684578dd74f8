/**
 * Every column that the secret key encrypts. A start compares the key with them, a lost key is reported by them, and
 * a rotation encrypts them again.
 */
export type SealedColumn = {
  /** In the singular and plural, as listed to a person. */
  what: [string, string]
  table: string
  column: string
  /** `id` is the primary key, or at least narrows an update that also compares the old value. */
  id: { column: string; type: "uuid" | "text" }
  /** `mail`: in base64 in the member `sealed` of JSON; `sign-in`: as better-auth encrypts it; else bytes. */
  form: "bytes" | "mail" | "sign-in"
  /** SQL: rows that count when a key is compared. */
  where: string
  /** SQL over the row `t`: how a person recognizes it. */
  name: string
  /** What to do if it cannot be decrypted; null if it expires by itself. */
  remedy: string | null
  /** Monitoring or paging stops without it, and a person can enter it again. */
  isVital: boolean
}

const id = { column: "id", type: "uuid" } as const
const usual = { id, form: "bytes", where: "true", isVital: false } as const
const passing = { ...usual, name: "''", remedy: null } as const

export const sealedColumns: readonly SealedColumn[] = [
  {
    ...usual,
    what: ["monitor with request headers", "monitors with request headers"],
    table: "monitor",
    column: "sealed_headers",
    where: "t.deleted_at is null",
    name: "t.name",
    remedy: "Enter the request headers of the monitor again; until then it is not checked.",
    isVital: true,
  },
  {
    ...usual,
    what: ["heartbeat URL", "heartbeat URLs"],
    table: "monitor",
    column: "sealed_heartbeat",
    where: "t.deleted_at is null",
    name: "t.name",
    remedy: "The URL works but cannot be shown; rotate it if you need to read it.",
  },
  {
    ...usual,
    what: ["channel", "channels"],
    table: "channel",
    column: "sealed_config",
    name: "t.kind::text || ' ' || t.name || ' ' || t.hint",
    remedy: "Delete the channel and create it again; until then nothing is sent to it.",
    isVital: true,
  },
  {
    ...usual,
    what: ["webhook endpoint", "webhook endpoints"],
    table: "webhook_endpoint",
    column: "sealed_secret",
    name: "t.url",
    remedy:
      "Rotate the endpoint's signing secret and give it to the receiver; until then nothing is sent.",
    isVital: true,
  },
  {
    ...usual,
    what: ["setting of the installation", "settings of the installation"],
    table: "installation_setting",
    column: "sealed_value",
    id: { column: "name", type: "text" },
    name: "t.name",
    remedy: "Set it again under You, Installation; until then it counts as not set.",
    isVital: true,
  },
  {
    ...passing,
    what: ["old signing secret", "old signing secrets"],
    table: "webhook_endpoint",
    column: "sealed_previous_secret",
  },
  {
    ...usual,
    what: ["on-call calendar", "on-call calendars"],
    table: "rotation_calendar",
    column: "sealed_url",
    name: "(select r.name from rotation r where r.id = t.rotation_id) || ' ' || t.hint",
    remedy: "Enter the calendar's URL again; until then its last copy stays in effect.",
    isVital: true,
  },
  {
    ...usual,
    what: ["subscriber of a status page", "subscribers of status pages"],
    table: "status_page_subscriber",
    column: "sealed_address",
    name: "(select p.name from status_page p where p.id = t.page_id)",
    remedy: "Subscribers must subscribe again; nothing is sent to the old addresses.",
  },
  {
    ...usual,
    what: ["authenticator app", "authenticator apps"],
    table: "two_factor",
    column: "secret",
    form: "sign-in",
    name: '(select u.email from "user" u where u.id = t.user_id)',
    remedy: "Codes of the app and recovery codes no longer work; set them up again.",
  },
  {
    ...passing,
    what: ["list of recovery codes", "lists of recovery codes"],
    table: "two_factor",
    column: "backup_codes",
    form: "sign-in",
  },
  {
    ...passing,
    what: ["verification code", "verification codes"],
    table: "channel",
    column: "sealed_code",
  },
  {
    ...passing,
    what: ["test of a monitor", "tests of monitors"],
    table: "monitor_test",
    column: "sealed_input",
  },
  {
    ...passing,
    what: ["result of a test", "results of tests"],
    table: "monitor_test",
    column: "sealed_result",
  },
  {
    ...passing,
    what: ["stored response", "stored responses"],
    table: "idempotent_answer",
    column: "sealed",
    id: { column: "key", type: "text" },
  },
  {
    ...passing,
    what: ["unsent e-mail", "unsent e-mails"],
    table: "delivery",
    column: "payload",
    form: "mail",
    where: "t.payload ? 'sealed'",
  },
]

import { resolve } from "node:path"
import ipaddr from "ipaddr.js"
import { z } from "zod"
import { isDatabaseUrl } from "./database-hosts.ts"
import { list, networkSettings } from "./network-settings.ts"
import { isRedisUrl } from "./redis-url.ts"

/** Every setting, read from the environment once at start. docs/settings.md lists them. */
const roles = ["api", "probe", "notify", "telemetry"] as const
export type Role = (typeof roles)[number]

const url = (protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be a URL that starts with ${protocols.map((p) => `${p}//`).join(" or ")}`,
  })

const number = (min: number, max: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${min} to ${max}` })
    .int(`must be a whole number from ${min} to ${max}`)
    .min(min, `must be a whole number from ${min} to ${max}`)
    .max(max, `must be a whole number from ${min} to ${max}`)

const address = /^[0-9a-f:.]+(\/\d{1,3})?$/i

const domain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/

const groupRule = /^([^=,]+)=([0-9a-f-]{36}):([^:=,]{1,200})$/i

/** Members of a group at the identity provider have a role in a project. */
export type GroupRule = {
  group: string
  projectId: string
  /** Built in, or the name or id of a role of the project. */
  role: string
}

function readGroupRule(text: string): GroupRule {
  const [, group = "", projectId = "", role = ""] = groupRule.exec(text) ?? []
  return {
    group: group.trim(),
    projectId: projectId.toLowerCase(),
    role: /^(?:owner|admin|editor|viewer)$/i.test(role) ? role.toLowerCase() : role.trim(),
  }
}

const ranges = z
  .string()
  .default("")
  .transform(list)
  .refine((all) => all.every((one) => ipaddr.isValidCIDR(one)), {
    error: "must be address ranges separated by commas, such as 10.0.0.0/8,fd00::/8",
  })

const secretKey = z
  .string()
  .refine((text) => Buffer.from(text, "base64").length === 32, {
    error: "must be 32 random bytes in base64; `openssl rand -base64 32` prints such a key",
  })
  .optional()

const settings = z.object({
  PORT: number(0, 65535).default(3000),
  HOST: z.string().default("0.0.0.0"),
  DRAIN_SECONDS: number(0, 60).default(0),
  BASE_URL: url(["http:", "https:"]).optional(),
  DATA_DIR: z.string().min(1, "must be the path of a folder").default("./data"),
  DATABASE_URL: z
    .string()
    .refine(isDatabaseUrl, {
      error:
        "must be a URL such as postgresql://user:password@host:5432/name, with more hosts separated by commas",
    })
    .optional(),
  DATABASE_POOL: number(2, 500).default(10),
  DATABASE_READ_URL: url(["postgres:", "postgresql:"]).optional(),
  REDIS_URL: z
    .string()
    .refine(isRedisUrl, {
      error:
        "must be redis://host:6379, rediss://host:6379, or redis+sentinel://host:26379,host:26379/name",
    })
    .optional(),
  SECRET_KEY: secretKey,
  SECRET_KEY_PREVIOUS: secretKey,
  DEFAULT_PLAN: z.enum(["free", "pro"], { error: "must be free or pro" }).default("pro"),
  SIGN_UP: z
    .enum(["first", "invited", "open"], { error: "must be first, invited or open" })
    .default("first"),
  ALLOWED_ORIGINS: z.string().default("").transform(list),
  SSO_NAME: z.string().max(50, "must be at most 50 characters long").default("SSO"),
  SSO_OIDC_ISSUER: url(["http:", "https:"]).optional(),
  SSO_OIDC_CLIENT_ID: z.string().optional(),
  SSO_OIDC_CLIENT_SECRET: z.string().optional(),
  SSO_SAML_METADATA: z.string().optional(),
  SSO_DOMAINS: z
    .string()
    .default("")
    .transform((text) => list(text.toLowerCase()))
    .refine((all) => all.every((one) => domain.test(one)), {
      error: "must be domains of e-mail addresses separated by commas, such as example.com",
    }),
  SSO_GROUPS_CLAIM: z.string().default("groups"),
  SSO_GROUPS: z
    .string()
    .default("")
    .transform(list)
    .refine((all) => all.every((one) => groupRule.test(one)), {
      error:
        "must be group=project id:role separated by commas, where role is owner, admin, editor, viewer or a role of the project",
    })
    .transform((all) => all.map(readGroupRule)),
  SSO_ONLY: z
    .enum(["true", "false"], { error: "must be true or false" })
    .default("false")
    .transform((text) => text === "true"),
  SCIM_TOKENS: z
    .string()
    .default("")
    .transform(list)
    .refine((all) => all.every((one) => /^[\x21-\x7e]{32,}$/.test(one)), {
      error:
        "must be one or more tokens of at least 32 characters separated by commas; `openssl rand -hex 32` prints such a token",
    })
    .refine((all) => new Set(all).size === all.length, { error: "must not repeat a token" }),
  REACHABLE_RANGES: ranges,
  MONITOR_PRIVATE: z
    .string()
    .transform((text): "never" | string[] => (text.trim() === "never" ? "never" : list(text)))
    .refine((all) => all === "never" || all.every((one) => ipaddr.isValidCIDR(one)), {
      error: "must be never, or address ranges separated by commas, such as 10.0.0.0/8,fd00::/8",
    })
    .optional(),
  SUBSCRIBER_RANGES: ranges,
  TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform(list)
    .refine((all) => all.every((one) => address.test(one)), {
      error: "must be addresses or ranges separated by commas, such as 127.0.0.1,10.0.0.0/8",
    }),
  ...networkSettings,
  SLACK_API_URL: url(["http:", "https:"]).default("https://slack.com/api/"),
  DISCORD_API_URL: url(["http:", "https:"]).default("https://discord.com/api"),
  SMTP_URL: url(["smtp:", "smtps:"]).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
      error: "must be an e-mail address such as Watchkeeper <alerts@example.com>",
    })
    .optional(),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(
      /^AC[0-9a-f]{32}$/i,
      "must be AC and 32 hexadecimal digits, as shown in Twilio's console",
    )
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, "must be a phone number of your account, such as +4915112345678")
    .optional(),
  TWILIO_API_URL: url(["http:", "https:"]).default("https://api.twilio.com"),
  STATUS_EXPORT_DIR: z.string().optional(),
  STATUS_EXPORT_URL: url(["http:", "https:"]).optional(),
  STATUS_EXPORT_REGION: z.string().default("us-east-1"),
  STATUS_EXPORT_KEY_ID: z.string().optional(),
  STATUS_EXPORT_SECRET: z.string().optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_URL: url(["http:", "https:"]).optional(),
  BACKUP_REGION: z.string().default("us-east-1"),
  BACKUP_KEY_ID: z.string().optional(),
  BACKUP_SECRET: z.string().optional(),
  BACKUP_PASSPHRASE: z.string().min(12, "must have at least 12 characters").optional(),
  BACKUP_SCHEDULE: z
    .string()
    .regex(/^(hourly|([01]\d|2[0-3]):[0-5]\d)$/, {
      error: "must be hourly, or a time of day in UTC such as 03:00",
    })
    .transform((text) =>
      text === "hourly"
        ? ("hourly" as const)
        : { hour: Number(text.slice(0, 2)), minute: Number(text.slice(3)) },
    )
    .optional(),
  BACKUP_KEEP: number(1, 10_000).default(14),
  BACKUP_TELEMETRY: z.enum(["on", "off"], { error: "must be on or off" }).default("off"),
  BACKUP_BEFORE_UPGRADE: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  CHECK_TRACE_PERCENT: z
    .string()
    .default("10")
    .refine((text) => text === "off" || (/^\d{1,3}$/.test(text) && Number(text) <= 100), {
      error: "must be off or a whole number from 0 to 100",
    })
    .transform((text) => (text === "off" ? text : Number(text))),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{32,}$/, {
      error: "must have at least 32 characters; `openssl rand -hex 32` prints such a token",
    })
    .optional(),
  DEAD_MAN_URL: url(["http:", "https:"]).optional(),
  CLICKHOUSE_URL: url(["http:", "https:"]).optional(),
  TELEMETRY_MEMORY: number(256, 1_048_576).default(1024),
  TELEMETRY_DAYS: z
    .enum(["7", "30", "90"], { error: "must be 7, 30 or 90" })
    .default("30")
    .transform(Number),
  TELEMETRY_DISK_FREE_MIB: number(1, 1_000_000_000).optional(),
  TELEMETRY_MIN_DAYS: number(1, 90).optional(),
  TELEMETRY_DAILY_MIB: number(1, 1_000_000_000).optional(),
  TELEMETRY_DAILY_RECORDS: number(1, 1_000_000_000_000).optional(),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, "must be the name of a cluster in the server's configuration")
    .optional(),
  OTLP_GRPC_PORT: number(1, 65535).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(["http:", "https:"]).optional(),
  LOG_LEVEL: z
    .enum(["debug", "info", "warn", "error", "silent"], {
      error: "must be debug, info, warn, error or silent",
    })
    .default("info"),
})

export const settingNames = Object.keys(settings.shape)

export type Env = Omit<z.output<typeof settings>, "BASE_URL" | "DATA_DIR"> & {
  BASE_URL: string
  DATA_DIR: string
}

/** An invalid setting; the message says what to write instead. */
export class SettingError extends Error {}

/** @throws {SettingError} that lists every invalid setting. An empty value counts as unset. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const given = Object.fromEntries(
    Object.keys(settings.shape).flatMap((key) => (source[key] ? [[key, source[key]]] : [])),
  )
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`)
    throw new SettingError(lines.join("\n"))
  }
  const { data } = parsed
  checkSingleSignOn(data)
  checkTogether(data)
  return {
    ...data,
    DATA_DIR: resolve(data.DATA_DIR),
    BASE_URL: (data.BASE_URL ?? `http://localhost:${data.PORT}`).replace(/\/+$/, ""),
  }
}

export const hasSso = ({ SSO_OIDC_ISSUER, SSO_SAML_METADATA }: Env): boolean =>
  SSO_OIDC_ISSUER !== undefined || SSO_SAML_METADATA !== undefined

/** Settings that do nothing, or fail later, without others. */
const needs = [
  ["BACKUP_SCHEDULE", ["BACKUP_PASSPHRASE"], "it encrypts the secret key in the backups"],
  ["BACKUP_URL", ["BACKUP_KEY_ID", "BACKUP_SECRET"], "they sign requests to the bucket"],
  [
    "STATUS_EXPORT_URL",
    ["STATUS_EXPORT_KEY_ID", "STATUS_EXPORT_SECRET"],
    "they sign requests to the bucket",
  ],
] as const
const either = [
  ["BACKUP_DIR", "BACKUP_URL"],
  ["STATUS_EXPORT_DIR", "STATUS_EXPORT_URL"],
] as const

/** @throws {SettingError} for settings that lack others or contradict each other. */
function checkTogether(data: z.output<typeof settings>): void {
  const faults = [
    ...needs.flatMap(([name, others, why]) => {
      const absent = others.filter((other) => data[other] === undefined)
      return data[name] === undefined || absent.length === 0
        ? []
        : [`${name} also needs ${absent.join(" and ")}: ${why}.`]
    }),
    ...either.flatMap(([one, other]) =>
      data[one] === undefined || data[other] === undefined
        ? []
        : [`Set ${one} or ${other}, not both.`],
    ),
  ]
  if (faults.length > 0) throw new SettingError(faults.join("\n"))
}

/** @throws {SettingError} if only some of the settings of single sign-on are given. */
function checkSingleSignOn(data: z.output<typeof settings>): void {
  const { SSO_OIDC_ISSUER, SSO_OIDC_CLIENT_ID, SSO_OIDC_CLIENT_SECRET, SSO_SAML_METADATA } = data
  const oidc = { SSO_OIDC_ISSUER, SSO_OIDC_CLIENT_ID, SSO_OIDC_CLIENT_SECRET }
  const missing = Object.entries(oidc).flatMap(([name, value]) => (value ? [] : [name]))
  const isOidc = missing.length < 3
  if (isOidc && missing.length > 0) {
    throw new SettingError(`OpenID Connect also needs ${missing.join(" and ")}.`)
  }
  if (isOidc && SSO_SAML_METADATA !== undefined) {
    throw new SettingError("Set SSO_OIDC_ISSUER or SSO_SAML_METADATA, not both.")
  }
  if (!isOidc && SSO_SAML_METADATA === undefined && data.SCIM_TOKENS.length > 0) {
    throw new SettingError(
      "SCIM_TOKENS also needs single sign-on: set SSO_OIDC_ISSUER or SSO_SAML_METADATA.",
    )
  }
  if ((isOidc || SSO_SAML_METADATA !== undefined) && data.SSO_DOMAINS.length === 0) {
    throw new SettingError(
      "Set SSO_DOMAINS to the domains of the e-mail addresses that your identity provider vouches for.",
    )
  }
}

/** @throws {SettingError} for an unknown or missing role. */
export function readRoles(text: string | undefined): Role[] {
  if (text === undefined) return [...roles]
  const asked = [...new Set(list(text))]
  const known = roles.filter((role) => asked.includes(role))
  if (asked.length === 0 || known.length !== asked.length) {
    throw new SettingError(`--roles must name one or more of ${roles.join(", ")}; got "${text}".`)
  }
  return known
}

import { resolve } from "node:path"
import ipaddr from "ipaddr.js"
import { z } from "zod"
import { isDatabaseUrl } from "./database-hosts.ts"
import { list, networkSettings } from "./network-settings.ts"
import { proxySettings, readVariable } from "./proxy/proxy-settings.ts"
import { isRedisUrl } from "./redis-url.ts"
import { replaceRetired } from "./retired-settings.ts"
import {
  backupSetting,
  clickhouseSetting,
  dailyLimitSetting,
  oidcSetting,
  storageSetting,
  twilioSetting,
} from "./service-urls.ts"

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
  SSO_OIDC_URL: oidcSetting.optional(),
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
  ...proxySettings,
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
  TWILIO_URL: twilioSetting.optional(),
  STATUS_EXPORT_URL: storageSetting.optional(),
  BACKUP_URL: backupSetting.optional(),
  BACKUP_PASSPHRASE: z.string().min(12, "must have at least 12 characters").optional(),
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
  CLICKHOUSE_URL: clickhouseSetting.optional(),
  TELEMETRY_MEMORY: number(256, 1_048_576).default(1024),
  TELEMETRY_DAYS: z
    .enum(["7", "30", "90"], { error: "must be 7, 30 or 90" })
    .default("30")
    .transform(Number),
  TELEMETRY_DISK_FREE_MIB: number(1, 1_000_000_000).optional(),
  TELEMETRY_MIN_DAYS: number(1, 90).optional(),
  TELEMETRY_DAILY_LIMIT: dailyLimitSetting.optional(),
  OTLP_GRPC_PORT: number(1, 65535).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(["http:", "https:"]).optional(),
  LOG_LEVEL: z
    .enum(["debug", "info", "warn", "error", "silent"], {
      error: "must be debug, info, warn, error or silent",
    })
    .default("info"),
})

export const settingNames = Object.keys(settings.shape)
export type SettingName = keyof typeof settings.shape

/**
 * The settings of a process. `followSettings` changes those that the operator sets in the browser while it runs, so
 * read them when they are used, and never keep a copy.
 */
export type Env = Omit<z.output<typeof settings>, "BASE_URL" | "DATA_DIR"> & {
  BASE_URL: string
  DATA_DIR: string
  /** Names of the settings that the environment has; they win over what is set in the browser. */
  given: ReadonlySet<string>
}

/** An invalid setting; the message says what to write instead. */
export class SettingError extends Error {}

/**
 * An empty value counts as unset. The settings of proxies are also read in lower case, as other programs do.
 *
 * @throws {SettingError} that lists every invalid setting.
 */
export function readEnv(given: NodeJS.ProcessEnv = process.env): Env {
  const { source, faults } = replaceRetired(given)
  if (faults.length > 0) throw new SettingError(faults.join("\n"))
  const set = Object.fromEntries(settingNames.map((name) => [name, readVariable(source, name)]))
  const parsed = settings.safeParse(set)
  if (!parsed.success) throw new SettingError(linesOf(parsed.error))
  const { data } = parsed
  checkTogether(data)
  return {
    ...data,
    DATA_DIR: resolve(data.DATA_DIR),
    BASE_URL: withoutSlash(data.BASE_URL ?? `http://localhost:${data.PORT}`),
    given: new Set(settingNames.filter((name) => set[name] !== undefined)),
  }
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, "")

/**
 * Reads settings that do not come from the environment, as text by name, for use beside those that do.
 *
 * @throws {SettingError} that lists every invalid setting.
 */
export function readMore(env: Env, texts: ReadonlyMap<SettingName, string>): Partial<Env> {
  const mask: Partial<Record<SettingName, true>> = Object.fromEntries(
    [...texts.keys()].map((name) => [name, true]),
  )
  const names = settings.pick(mask)
  const parsed = names.safeParse(Object.fromEntries(texts))
  if (!parsed.success) throw new SettingError(linesOf(parsed.error))
  const data = parsed.data as Partial<Env>
  if (data.BASE_URL !== undefined) data.BASE_URL = withoutSlash(data.BASE_URL)
  checkTogether({ ...env, ...data })
  return data
}

const linesOf = ({ issues }: z.ZodError): string =>
  issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`).join("\n")

export const hasSso = ({ SSO_OIDC_URL, SSO_SAML_METADATA }: Env): boolean =>
  SSO_OIDC_URL !== undefined || SSO_SAML_METADATA !== undefined

/** @throws {SettingError} for settings that lack others or contradict each other. */
function checkTogether(data: z.output<typeof settings>): void {
  const { SSO_OIDC_URL: oidc, SSO_SAML_METADATA: saml, BACKUP_URL, BACKUP_PASSPHRASE } = data
  const hasProvider = oidc !== undefined || saml !== undefined
  const faults = [
    BACKUP_URL?.schedule !== undefined &&
      BACKUP_PASSPHRASE === undefined &&
      "A schedule in BACKUP_URL also needs BACKUP_PASSPHRASE: it encrypts the secret key in the backups.",
    oidc !== undefined && saml !== undefined && "Set SSO_OIDC_URL or SSO_SAML_METADATA, not both.",
    !hasProvider &&
      data.SCIM_TOKENS.length > 0 &&
      "SCIM_TOKENS also needs single sign-on: set SSO_OIDC_URL or SSO_SAML_METADATA.",
    hasProvider &&
      data.SSO_DOMAINS.length === 0 &&
      "Set SSO_DOMAINS to the domains of the e-mail addresses that your identity provider vouches for.",
  ].filter((fault) => fault !== false)
  if (faults.length > 0) throw new SettingError(faults.join("\n"))
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

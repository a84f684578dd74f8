import { fileURLToPath } from "node:url"
import { z } from "zod"

/** Settings that name a service together with its account and options, as one URL. */

/** Where files are stored: a folder, or a bucket with the Amazon S3 API. */
export type StoragePlace = { kind: "folder"; path: string } | ({ kind: "bucket" } & Bucket)

export type Bucket = {
  /** Of the bucket, path or host style, with an optional key prefix; contains no secret. */
  url: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export type TwilioAccount = {
  accountSid: string
  authToken: string
  from: string
  apiUrl: string
}

export type OidcClient = { issuer: string; clientId: string; clientSecret: string }

const escapes = "with / in a name or password written as %2F, and @ as %40"

/** The parts of `https://user:password@rest?option=value`; null for another text, or with other options. */
function readAccount(text: string, options: readonly string[] = []) {
  const [, scheme = "", user = "", password = "", rest = "", query = ""] =
    /^(https?:\/\/)([^/?#@:]+):([^/?#@:]+)@([^?#@]+)(?:\?([^#]*))?$/i.exec(text) ?? []
  const url = scheme + rest
  // A sign of a phone number is meant as such.
  const given = new URLSearchParams(query.replaceAll("+", "%2B"))
  if (!URL.canParse(url) || [...given.keys()].some((name) => !options.includes(name))) return null
  try {
    return { url, user: decodeURIComponent(user), password: decodeURIComponent(password), given }
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

/** A setting that `read` understands; anything else must be as `form` says. */
const readWith = <T>(read: (text: string) => T | null, form: string) =>
  z.string().transform((text, context): T => {
    const value = read(text.trim())
    if (value !== null) return value
    context.addIssue({ code: "custom", message: `must be ${form}` })
    return z.NEVER
  })

/** A place and the options after `?`; null for another text, or with other options. */
function readStorage(text: string, options: readonly string[] = []) {
  if (/^file:\/\/\//i.test(text)) {
    const { searchParams: given } = new URL(text)
    const place: StoragePlace = { kind: "folder", path: fileURLToPath(text) }
    return [...given.keys()].every((name) => options.includes(name)) ? { place, given } : null
  }
  const account = readAccount(text, ["region", ...options])
  if (account === null) return null
  const place: StoragePlace = {
    kind: "bucket",
    url: account.url.replace(/\/+$/, ""),
    region: account.given.get("region") ?? "us-east-1",
    accessKeyId: account.user,
    secretAccessKey: account.password,
  }
  return { place, given: account.given }
}

const backupOptions = z.object({
  schedule: z
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
  keep: z
    .string()
    .regex(/^([1-9]\d{0,3}|10000)$/, { error: "must be a whole number from 1 to 10000" })
    .default("14")
    .transform(Number),
  telemetry: z.enum(["on", "off"], { error: "must be on or off" }).default("off"),
})

function readTwilio(text: string): TwilioAccount | null {
  const account = readAccount(text, ["from"])
  const from = account?.given.get("from") ?? ""
  const isWhole = /^AC[0-9a-f]{32}$/i.test(account?.user ?? "") && /^\+[1-9]\d{6,14}$/.test(from)
  return account !== null && isWhole
    ? { accountSid: account.user, authToken: account.password, from, apiUrl: account.url }
    : null
}

function readOidc(text: string): OidcClient | null {
  const account = readAccount(text)
  return account && { issuer: account.url, clientId: account.user, clientSecret: account.password }
}

const storageForm = `file:///folder, or https://key-id:secret@host/bucket/folder?region=us-east-1 ${escapes}`

export const storageSetting = readWith((text) => readStorage(text)?.place ?? null, storageForm)

/** Where backups are stored, when they are made, how many are kept, and whether they contain telemetry. */
export const backupSetting = readWith(
  (text) => readStorage(text, Object.keys(backupOptions.shape)),
  `${storageForm}, with schedule, keep and telemetry as options`,
).transform(({ place, given }, context) => {
  const parsed = backupOptions.safeParse(Object.fromEntries(given))
  if (parsed.success) return { place, ...parsed.data }
  for (const { path, message } of parsed.error.issues) {
    context.addIssue({
      code: "custom",
      message: `has an option that is wrong: ${path.join()} ${message}`,
    })
  }
  return z.NEVER
})

export const twilioSetting = readWith(
  readTwilio,
  `https://account-sid:auth-token@api.twilio.com?from=+4915112345678, where the account SID is AC and 32 hexadecimal digits`,
)

export const oidcSetting = readWith(
  readOidc,
  `https://client-id:client-secret@host/path, the issuer with your client id and secret, ${escapes}`,
)

/** The server of telemetry without its option `cluster`, which clients do not know. */
export function readClickhouse(url: string): { url: string; cluster: string | undefined } {
  const server = new URL(url)
  const cluster = server.searchParams.get("cluster") ?? undefined
  server.searchParams.delete("cluster")
  return { url: server.href, cluster }
}

export const clickhouseSetting = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    error: "must be a URL that starts with http:// or https://",
    abort: true,
  })
  .refine((text) => /^[A-Za-z0-9_-]{1,64}$/.test(readClickhouse(text).cluster ?? "none"), {
    error: "must name with ?cluster= a cluster in the server's configuration",
  })

const dailyPart = /^(\d{1,13}) *(mib|records)$/i

/** Most telemetry of a project on one day, such as `1024 MiB, 1000000 records`. */
export const dailyLimitSetting = z.string().transform((text, context) => {
  const parts = text.split(",").map((part) => dailyPart.exec(part.trim()))
  const limits = { mib: null as number | null, records: null as number | null }
  for (const part of parts) {
    const unit = part?.[2]?.toLowerCase() === "mib" ? "mib" : "records"
    const value = Number(part?.[1] ?? 0)
    if (value === 0 || limits[unit] !== null) {
      context.addIssue({
        code: "custom",
        message: "must be a size, a number of records, or both, such as 1024 MiB, 1000000 records",
      })
      return z.NEVER
    }
    limits[unit] = value
  }
  return limits
})

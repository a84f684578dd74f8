import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import type { Finding } from "../findings/finding.ts"

/** Settings that became one URL each. They are still read, with a warning; the next minor version deletes this file. */

type Source = Readonly<Record<string, string | undefined>>
type Retired = {
  /** The setting that replaces them. */
  name: string
  old: readonly string[]
  /** Which of them a message must not show. */
  secrets: readonly string[]
  /** Whether the replacing setting, which may have had this name before, is written in its new form. */
  isNew(value: string): boolean
  /**
   * The value of the replacing setting; null if the old ones did nothing.
   *
   * @param refuse receives the reason, for old ones that were refused before, too.
   */
  write(source: Source, refuse: (reason: string) => void): string | null
}

/** Made only where something is said: it takes 30 ms, and each process reads its settings. */
const all = (names: readonly string[]) => new Intl.ListFormat("en").format(names)
const account = (user = "", password = "", url = ""): string =>
  url.replace("://", `://${encodeURIComponent(user)}:${encodeURIComponent(password)}@`)

/** Why those that are set are refused: only some of them are. */
function lack(source: Source, names: readonly string[], of: string): string | null {
  const absent = names.filter((name) => !source[name])
  return absent.length === 0 ? null : `${of} also needs ${absent.join(" and ")}.`
}

function storage(prefix: "BACKUP" | "STATUS_EXPORT"): Retired {
  const [name, dir, region] = [`${prefix}_URL`, `${prefix}_DIR`, `${prefix}_REGION`]
  const keys = [`${prefix}_KEY_ID`, `${prefix}_SECRET`]
  return {
    name,
    old: [dir, region, ...keys],
    secrets: keys,
    isNew: (value) => /^file:|^https?:\/\/[^/]*@/i.test(value),
    write(source, refuse) {
      const { [dir]: folder, [name]: url } = source
      if (folder && url) refuse(`Set ${dir} or ${name}, not both.`)
      if (folder) return pathToFileURL(resolve(folder)).href
      if (!url) return null
      const absent = lack(source, keys, name)
      if (absent !== null) refuse(absent)
      const [id, secret] = keys.map((one) => source[one])
      const place = account(id, secret, url)
      return source[region] ? `${place}?region=${encodeURIComponent(source[region])}` : place
    },
  }
}

/** How the options of scheduled backups are written now, in this order. */
const backupOptions = {
  BACKUP_SCHEDULE: "schedule",
  BACKUP_KEEP: "keep",
  BACKUP_TELEMETRY: "telemetry",
}

const oidc = ["SSO_OIDC_ISSUER", "SSO_OIDC_CLIENT_ID", "SSO_OIDC_CLIENT_SECRET"]
const twilio = ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"]

const retired: readonly Retired[] = [
  storage("BACKUP"),
  storage("STATUS_EXPORT"),
  {
    name: "BACKUP_URL",
    old: Object.keys(backupOptions),
    secrets: [],
    isNew: (value) => /[?&](?:schedule|keep|telemetry)=/.test(value),
    write(source) {
      const options = Object.entries(backupOptions)
        .filter(([old]) => source[old])
        .map(([old, option]) => `${option}=${source[old]}`)
      const place =
        source["BACKUP_URL"] || pathToFileURL(resolve(source["DATA_DIR"] || "data", "backups")).href
      return `${place}${place.includes("?") ? "&" : "?"}${options.join("&")}`
    },
  },
  {
    name: "SSO_OIDC_URL",
    old: oidc,
    secrets: oidc.slice(1),
    isNew: () => true,
    write(source, refuse) {
      const absent = lack(source, oidc, "OpenID Connect")
      if (absent !== null) refuse(absent)
      const [issuer, id, secret] = oidc.map((one) => source[one])
      return account(id, secret, issuer)
    },
  },
  {
    name: "TWILIO_URL",
    old: [...twilio, "TWILIO_API_URL"],
    secrets: twilio.slice(0, 2),
    isNew: () => true,
    write(source) {
      const [sid, token, from] = twilio.map((one) => source[one])
      if (!sid || !token || !from) return null
      const api = source["TWILIO_API_URL"] || "https://api.twilio.com"
      return `${account(sid, token, api)}?from=${from}`
    },
  },
  {
    name: "CLICKHOUSE_URL",
    old: ["CLICKHOUSE_CLUSTER"],
    secrets: [],
    isNew: (value) => URL.canParse(value) && new URL(value).searchParams.has("cluster"),
    write({ CLICKHOUSE_URL: server = "", CLICKHOUSE_CLUSTER: cluster = "" }) {
      if (!URL.canParse(server)) return null
      const url = new URL(server)
      url.searchParams.set("cluster", cluster)
      return url.href
    },
  },
  {
    name: "TELEMETRY_DAILY_LIMIT",
    old: ["TELEMETRY_DAILY_MIB", "TELEMETRY_DAILY_RECORDS"],
    secrets: [],
    isNew: () => true,
    write({ TELEMETRY_DAILY_MIB: mib, TELEMETRY_DAILY_RECORDS: records }) {
      const parts = [mib && `${mib} MiB`, records && `${records} records`]
      return parts.filter((part) => part).join(", ")
    },
  },
]

export type CurrentSettings = {
  source: NodeJS.ProcessEnv
  warnings: Finding[]
  /** Why the settings cannot be used: some contradict each other, or lack others. */
  faults: string[]
}

/** The environment with retired settings replaced, and what to say about each. An empty value counts as unset. */
export function replaceRetired(given: NodeJS.ProcessEnv): CurrentSettings {
  const source = { ...given }
  const [warnings, faults]: [Finding[], string[]] = [[], []]
  for (const { name, old, secrets, isNew, write } of retired) {
    const used = old.filter((one) => given[one])
    if (used.length === 0) continue
    const value = source[name]
    if (value && isNew(value)) {
      faults.push(
        `${name} replaces ${all(used)}: remove the old ${used.length === 1 ? "setting" : "settings"}.`,
      )
      continue
    }
    const shown = { ...source, ...Object.fromEntries(secrets.map((one) => [one, one])) }
    const written = write(source, (reason) => faults.push(reason))
    for (const one of old) delete source[one]
    if (written !== null) source[name] = written
    const instead = `${name}=${withoutAccount(write(shown, () => {}) ?? "", secrets)}`
    const parameters = { old: used, name, written: written === null ? null : instead }
    warnings.push({ code: "setting_retired", parameters })
  }
  return { source, warnings, faults }
}

/** An account that is not made of the names of settings is not shown. */
const withoutAccount = (url: string, names: readonly string[]): string =>
  names.some((name) => url.includes(name))
    ? url
    : url.replace(/\/\/[^/@:]*:[^/@]*@/, "//user:password@")

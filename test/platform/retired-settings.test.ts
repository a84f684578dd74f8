import { expect, test } from "vitest"
import { readEnv, settingNames } from "../../src/platform/env.ts"
import { say } from "../../src/findings/say.ts"
import { findMisspelt } from "../../src/platform/misspelt-settings.ts"
import { replaceRetired } from "../../src/platform/retired-settings.ts"

const sid = `AC${"0".repeat(32)}`
/** Of an installation of the version before, each with what says the same now. */
const pairs: readonly [old: Record<string, string>, now: Record<string, string>][] = [
  [
    {
      BACKUP_URL: "https://s3.example/bucket/folder/",
      BACKUP_REGION: "eu-central-1",
      BACKUP_KEY_ID: "AKIA",
      BACKUP_SECRET: "a/b+c@d:e%",
    },
    {
      BACKUP_URL: "https://AKIA:a%2Fb%2Bc%40d%3Ae%25@s3.example/bucket/folder?region=eu-central-1",
    },
  ],
  [{ BACKUP_DIR: "/mnt/my backups" }, { BACKUP_URL: "file:///mnt/my%20backups" }],
  [
    { BACKUP_SCHEDULE: "03:00", BACKUP_PASSPHRASE: "a long passphrase", DATA_DIR: "/srv/data" },
    {
      BACKUP_URL: "file:///srv/data/backups?schedule=03:00",
      BACKUP_PASSPHRASE: "a long passphrase",
      DATA_DIR: "/srv/data",
    },
  ],
  [
    {
      BACKUP_URL: "https://AKIA:s@s3.example/b?region=r",
      BACKUP_KEEP: "3",
      BACKUP_TELEMETRY: "on",
    },
    { BACKUP_URL: "https://AKIA:s@s3.example/b?region=r&keep=3&telemetry=on" },
  ],
  [{ STATUS_EXPORT_DIR: "/var/www" }, { STATUS_EXPORT_URL: "file:///var/www" }],
  [
    {
      STATUS_EXPORT_URL: "http://minio:9000/b",
      STATUS_EXPORT_KEY_ID: "k",
      STATUS_EXPORT_SECRET: "s",
    },
    { STATUS_EXPORT_URL: "http://k:s@minio:9000/b" },
  ],
  [
    {
      SSO_OIDC_ISSUER: "https://issuer.example/tenant/",
      SSO_OIDC_CLIENT_ID: "0oa1:b",
      SSO_OIDC_CLIENT_SECRET: "se/cret",
      SSO_DOMAINS: "acme.example",
    },
    {
      SSO_OIDC_URL: "https://0oa1%3Ab:se%2Fcret@issuer.example/tenant/",
      SSO_DOMAINS: "acme.example",
    },
  ],
  [
    { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: "token", TWILIO_FROM: "+15005550006" },
    { TWILIO_URL: `https://${sid}:token@api.twilio.com?from=+15005550006` },
  ],
  [
    {
      TWILIO_ACCOUNT_SID: sid,
      TWILIO_AUTH_TOKEN: "token",
      TWILIO_FROM: "+15005550006",
      TWILIO_API_URL: "https://api.ie1.twilio.com",
    },
    { TWILIO_URL: `https://${sid}:token@api.ie1.twilio.com?from=+15005550006` },
  ],
  [
    { CLICKHOUSE_URL: "https://user:password@host:8443/db", CLICKHOUSE_CLUSTER: "main" },
    { CLICKHOUSE_URL: "https://user:password@host:8443/db?cluster=main" },
  ],
  [
    { TELEMETRY_DAILY_MIB: "1024", TELEMETRY_DAILY_RECORDS: "500" },
    { TELEMETRY_DAILY_LIMIT: "1024 MiB, 500 records" },
  ],
  [{ TELEMETRY_DAILY_RECORDS: "500" }, { TELEMETRY_DAILY_LIMIT: "500 records" }],
]

test.each(pairs)("%o reads as %o, and a warning names the new setting", (old, now) => {
  expect(readEnv(old)).toEqual(readEnv(now))
  const { source, warnings } = replaceRetired(old)
  const [name = ""] = Object.keys(now)
  expect(warnings).toMatchObject([{ code: "setting_retired" }])
  expect(say(warnings)).toContain(` replaced by ${name} and still counts`)
  expect(say(warnings)).toContain(` Write ${name}=`)
  expect(say(warnings)).not.toMatch(/AKIA|se\/cret|se%2Fcret|:token@|user:password@host.*pass/)
  expect(findMisspelt(source, settingNames)).toEqual([])
  expect(replaceRetired(now).warnings).toEqual([])
})

test("retired settings that did nothing do nothing, and a warning says so", () => {
  const alone = ["BACKUP_REGION", "STATUS_EXPORT_SECRET", "TWILIO_FROM", "CLICKHOUSE_CLUSTER"]
  for (const name of alone) {
    expect(readEnv({ [name]: "eu" })).toEqual(readEnv({}))
    expect(say(replaceRetired({ [name]: "eu" }).warnings)).toMatch(
      new RegExp(`^${name} is replaced by \\w+ and does nothing now\\.$`),
    )
  }
  const both = { BACKUP_DIR: "/a", BACKUP_KEEP: "3" }
  expect(readEnv(both)).toEqual(readEnv({ BACKUP_URL: "file:///a?keep=3" }))
  // Compose sets what is missing to nothing.
  expect(replaceRetired({ BACKUP_DIR: "" }).warnings).toEqual([])
})

test.each([
  [
    { BACKUP_DIR: "/a", BACKUP_URL: "file:///b" },
    "BACKUP_URL replaces BACKUP_DIR: remove the old setting.",
  ],
  [
    { BACKUP_KEY_ID: "k", BACKUP_REGION: "r", BACKUP_URL: "https://a:b@s3.example/b" },
    "BACKUP_URL replaces BACKUP_REGION and BACKUP_KEY_ID: remove the old settings.",
  ],
  [
    { TWILIO_FROM: "+15005550006", TWILIO_URL: `https://${sid}:t@host?from=+15005550006` },
    "TWILIO_URL replaces TWILIO_FROM: remove the old setting.",
  ],
  [
    { CLICKHOUSE_CLUSTER: "a", CLICKHOUSE_URL: "https://host?cluster=b" },
    "CLICKHOUSE_URL replaces CLICKHOUSE_CLUSTER: remove the old setting.",
  ],
  [
    { BACKUP_KEEP: "3", BACKUP_URL: "file:///b?schedule=hourly" },
    "BACKUP_URL replaces BACKUP_KEEP: remove the old setting.",
  ],
  [
    { BACKUP_DIR: "/a", BACKUP_URL: "https://s3.example/b" },
    "Set BACKUP_DIR or BACKUP_URL, not both.",
  ],
  [
    { STATUS_EXPORT_URL: "https://s3.example/b", STATUS_EXPORT_KEY_ID: "k" },
    "STATUS_EXPORT_URL also needs STATUS_EXPORT_SECRET.",
  ],
  [
    { SSO_OIDC_ISSUER: "https://issuer.example" },
    "OpenID Connect also needs SSO_OIDC_CLIENT_ID and SSO_OIDC_CLIENT_SECRET.",
  ],
])(
  "a retired setting beside its replacement, or without those that it needs, is refused: %o",
  (source, words) => {
    expect(() => readEnv(source)).toThrow(words)
  },
)

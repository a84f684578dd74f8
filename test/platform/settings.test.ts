import { expect, test } from "vitest"
import { findMisspelt } from "../../src/platform/misspelt-settings.ts"
import { readEnv, settingNames } from "../../src/platform/env.ts"
import { readClickhouse } from "../../src/platform/service-urls.ts"

const meantBy = (source: Record<string, string>) =>
  Object.fromEntries(findMisspelt(source, settingNames).map(({ given, meant }) => [given, meant]))

test("a misspelt setting is named with the one that was meant", () => {
  const wrong: Record<string, string> = {
    DATABSE_URL: "DATABASE_URL",
    DATABASEURL: "DATABASE_URL",
    SECERT_KEY: "SECRET_KEY",
    BACKUP_PASSWORD: "BACKUP_PASSPHRASE",
    BACKUP_ULR: "BACKUP_URL",
    TRUSTED_PROXY: "TRUSTED_PROXIES",
    BASEURL: "BASE_URL",
    SMTP_URI: "SMTP_URL",
    smtp_url: "SMTP_URL",
    "MAIL-FROM": "MAIL_FROM",
    SSO_OIDC_ULR: "SSO_OIDC_URL",
    DEADMAN_URL: "DEAD_MAN_URL",
    LOGLEVEL: "LOG_LEVEL",
    REDIS_URLS: "REDIS_URL",
    CLICKHOUSE_ULR: "CLICKHOUSE_URL",
  }
  for (const [given, meant] of Object.entries(wrong)) {
    expect(meantBy({ [given]: "x" })).toEqual({ [given]: meant })
  }
})

test("variables of the system and of other programs are left alone", () => {
  const others =
    "HOME HOSTNAME PATH PWD SHLVL TERM USER LANG MAIL LOGNAME NODE_ENV KUBERNETES_PORT KUBERNETES_SERVICE_HOST WATCHKEEPER_PORT " +
    "REDIS_PORT POSTGRES_PASSWORD NODE_EXTRA_CA_CERTS HTTPS_PROXY SSL_CERT_FILE OTEL_SERVICE_NAME npm_config_cache SSH_AUTH_SOCK XDG_DATA_DIRS DISPLAY EDITOR INVOCATION_ID JOURNAL_STREAM TZ"
  expect(meantBy(Object.fromEntries(others.split(" ").map((name) => [name, "x"])))).toEqual({})
  // Another program's, where ours is set, too.
  expect(meantBy({ DATABASE_URI: "x", DATABASE_URL: "y" })).toEqual({})
})

test.each([
  [
    { BACKUP_URL: "file:///b?schedule=03:00" },
    "A schedule in BACKUP_URL also needs BACKUP_PASSPHRASE",
  ],
  [
    {
      SSO_OIDC_URL: "https://id:secret@issuer.example",
      SSO_SAML_METADATA: "/m.xml",
      SSO_DOMAINS: "a.example",
    },
    "Set SSO_OIDC_URL or SSO_SAML_METADATA, not both",
  ],
  [{ SSO_OIDC_URL: "https://id:secret@issuer.example" }, "Set SSO_DOMAINS to the domains"],
  [{ SCIM_TOKENS: "t".repeat(32) }, "SCIM_TOKENS also needs single sign-on"],
])("settings that only work together are refused apart: %o", (source, words) => {
  expect(() => readEnv(source)).toThrow(words)
})

test("a service with its account and options is one URL, whose names and passwords are percent-encoded", () => {
  const env = readEnv({
    BACKUP_URL:
      "https://AKIA:a%2Fb+c%40d@s3.example/bucket/folder/?region=eu-central-1&schedule=03:30&keep=7",
    BACKUP_PASSPHRASE: "a long passphrase",
    STATUS_EXPORT_URL: "file:///var/www/a%20b",
    TWILIO_URL: `https://AC${"0".repeat(32)}:token@api.twilio.com?from=+15005550006`,
    SSO_OIDC_URL: "https://client%3A1:se%2Fcret@issuer.example/tenant/",
    SSO_DOMAINS: "acme.example",
    CLICKHOUSE_URL: "https://user:password@host:8443/db?cluster=main",
    TELEMETRY_DAILY_LIMIT: "1024 MiB, 500 records",
  })
  expect(env).toMatchObject({
    BACKUP_URL: {
      place: {
        kind: "bucket",
        url: "https://s3.example/bucket/folder",
        region: "eu-central-1",
        accessKeyId: "AKIA",
        secretAccessKey: "a/b+c@d",
      },
      schedule: { hour: 3, minute: 30 },
      keep: 7,
      telemetry: "off",
    },
    STATUS_EXPORT_URL: { kind: "folder", path: "/var/www/a b" },
    TWILIO_URL: {
      accountSid: `AC${"0".repeat(32)}`,
      authToken: "token",
      from: "+15005550006",
      apiUrl: "https://api.twilio.com",
    },
    SSO_OIDC_URL: {
      issuer: "https://issuer.example/tenant/",
      clientId: "client:1",
      clientSecret: "se/cret",
    },
    TELEMETRY_DAILY_LIMIT: { mib: 1024, records: 500 },
  })
  expect(readClickhouse(env.CLICKHOUSE_URL ?? "")).toEqual({
    url: "https://user:password@host:8443/db",
    cluster: "main",
  })
  expect(readEnv({ BACKUP_URL: "http://a:b@minio:9000/bucket" }).BACKUP_URL).toMatchObject({
    place: { region: "us-east-1" },
    keep: 14,
  })
})

test.each([
  [
    "BACKUP_URL",
    [
      "https://s3.example/b",
      "s3://k:s@host/b",
      "/backups",
      "file://host/b",
      "https://k:a/b@host/b",
      "https://k:%zz@host/b",
      "https://k:s@host/b?regoin=x",
      "file:///b?region=x",
    ],
    "must be file:///folder, or https://key-id:secret@host/bucket/folder?region=us-east-1",
  ],
  [
    "BACKUP_URL",
    ["file:///b?schedule=daily", "file:///b?keep=0", "https://k:s@host/b?telemetry=yes"],
    "has an option that is wrong: ",
  ],
  ["STATUS_EXPORT_URL", ["file:///b?keep=3"], "must be file:///folder"],
  [
    "TWILIO_URL",
    [
      "https://api.twilio.com",
      `https://AC1:t@api.twilio.com?from=+15005550006`,
      `https://AC${"0".repeat(32)}:t@api.twilio.com?from=500`,
    ],
    "must be https://account-sid:auth-token@api.twilio.com?from=+4915112345678",
  ],
  [
    "SSO_OIDC_URL",
    ["https://issuer.example", "https://id@issuer.example"],
    "must be https://client-id:client-secret@host/path",
  ],
  ["CLICKHOUSE_URL", ["host:8443", "https://host?cluster=a'b"], "must"],
  [
    "TELEMETRY_DAILY_LIMIT",
    ["1024", "0 MiB", "1 MiB, 2 MiB", "5 GiB"],
    "must be a size, a number of records, or both",
  ],
])("%s in another form is refused with the right one", (name, wrong, words) => {
  for (const value of wrong) expect(() => readEnv({ [name]: value })).toThrow(`${name} ${words}`)
})

import { expect, test } from "vitest"
import { findMisspelt } from "../../src/platform/misspelt-settings.ts"
import { readEnv, settingNames } from "../../src/platform/env.ts"

const meantBy = (source: Record<string, string>) =>
  Object.fromEntries(findMisspelt(source, settingNames).map(({ given, meant }) => [given, meant]))

test("a misspelt setting is named with the one that was meant", () => {
  const wrong: Record<string, string> = {
    DATABSE_URL: "DATABASE_URL",
    DATABASEURL: "DATABASE_URL",
    SECERT_KEY: "SECRET_KEY",
    BACKUP_PASSWORD: "BACKUP_PASSPHRASE",
    BACKUP_SHEDULE: "BACKUP_SCHEDULE",
    TRUSTED_PROXY: "TRUSTED_PROXIES",
    BASEURL: "BASE_URL",
    SMTP_URI: "SMTP_URL",
    smtp_url: "SMTP_URL",
    "MAIL-FROM": "MAIL_FROM",
    SSO_OIDC_CLIENTID: "SSO_OIDC_CLIENT_ID",
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
  [{ BACKUP_SCHEDULE: "03:00" }, "BACKUP_SCHEDULE also needs BACKUP_PASSPHRASE"],
  [{ BACKUP_URL: "https://s3.example/b" }, "BACKUP_URL also needs BACKUP_KEY_ID and BACKUP_SECRET"],
  [
    {
      BACKUP_DIR: "/b",
      BACKUP_URL: "https://s3.example/b",
      BACKUP_KEY_ID: "k",
      BACKUP_SECRET: "s",
    },
    "Set BACKUP_DIR or BACKUP_URL, not both",
  ],
  [
    { STATUS_EXPORT_URL: "https://s3.example/b", STATUS_EXPORT_KEY_ID: "k" },
    "STATUS_EXPORT_URL also needs STATUS_EXPORT_SECRET",
  ],
  [
    {
      STATUS_EXPORT_DIR: "/e",
      STATUS_EXPORT_URL: "https://s3.example/b",
      STATUS_EXPORT_KEY_ID: "k",
      STATUS_EXPORT_SECRET: "s",
    },
    "Set STATUS_EXPORT_DIR or STATUS_EXPORT_URL, not both",
  ],
])("settings that only work together are refused apart: %o", (source, words) => {
  expect(() => readEnv(source)).toThrow(words)
})

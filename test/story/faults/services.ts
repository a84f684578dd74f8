import { randomBytes } from "node:crypto"
import { systemClock } from "../../../src/platform/clock.ts"
import { readEnv } from "../../../src/platform/env.ts"
import { createLog } from "../../../src/platform/log.ts"
import { connect } from "../../../src/platform/postgres.ts"
import { createVault } from "../../../src/platform/secret.ts"

/** What a prober needs that is never asked about pings: its database does not exist. */
export function servicesWithoutDatabase(settings: Record<string, string>) {
  return {
    env: readEnv({ ...settings, LOG_LEVEL: "silent" }),
    clock: systemClock,
    log: createLog("silent", "test"),
    vault: createVault(randomBytes(32)),
    database: connect("postgres://nobody@127.0.0.1:9/none", 1),
  }
}

import { readEnv, type Env } from "../platform/env.ts"
import { contextFor, type Context } from "../graphql/kernel/context.ts"
import { createLog } from "../platform/log.ts"
import { openServices } from "../platform/services.ts"
import { withAddress } from "./server-address.ts"
import { openDatabase } from "./database.ts"

/** Commands report by their output; the log only contains errors. */
export const quietEnv = (): Env =>
  readEnv({ ...process.env, LOG_LEVEL: process.env["LOG_LEVEL"] || "warn" })

/** Runs a command's work as the system actor, with or without a running server. */
export async function asCommandLine<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
  const env = await withAddress(quietEnv())
  exitOnSignals()
  const database = await openDatabase(env, createLog(env.LOG_LEVEL, "command"))
  try {
    const services = await openServices(env, database.connectionString, "command")
    try {
      return await work(contextFor(services, { kind: "system", name: "command line" }))
    } finally {
      await services.close()
    }
  } finally {
    await database.stop()
  }
}

/** Exits on signals, so that exit handlers stop a database that only this command uses. */
export function exitOnSignals(): void {
  process.once("SIGINT", () => process.exit(130))
  process.once("SIGTERM", () => process.exit(143))
}

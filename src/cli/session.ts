import { readEnv } from "../env.ts"
import type { Env } from "../env.ts"
import type { Context } from "../graphql/context.ts"
import { contextFor } from "../graphql/context.ts"
import { createLog } from "../log.ts"
import { openServices } from "../services.ts"
import { withAddress } from "./address.ts"
import { openDatabase } from "./database.ts"

/** A command speaks by what it prints; its log is for what goes wrong. */
export const quietEnv = (): Env =>
  readEnv({ ...process.env, LOG_LEVEL: process.env["LOG_LEVEL"] || "warn" })

/** Does a command's work as the command line, beside a running server or without one. */
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

/** A plain death by signal would skip what stops a database that only this command uses. */
export function exitOnSignals(): void {
  process.once("SIGINT", () => process.exit(130))
  process.once("SIGTERM", () => process.exit(143))
}

import type { Command } from "commander"
import { createLog } from "../platform/log.ts"
import { addCommand } from "./command.ts"
import { openDatabase } from "./database.ts"
import { print } from "./output.ts"
import { exitOnSignals, quietEnv } from "./cli-session.ts"

export function registerMigrate(program: Command): void {
  addCommand(program, "migrate", "apply pending database migrations").action(
    async ({ json }: { json: boolean }) => {
      const env = quietEnv()
      exitOnSignals()
      const database = await openDatabase(env, createLog(env.LOG_LEVEL, "command"))
      await database.stop()
      const { applied } = database
      print(json, { applied }, () =>
        applied.length === 0
          ? "The database is up to date."
          : `Applied ${applied.length === 1 ? "one migration" : `${applied.length} migrations`}: ${applied.join(", ")}`,
      )
    },
  )
}

import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { startEmbedded } from "../platform/embedded/start-embedded.ts"
import { readEnv } from "../platform/env.ts"
import { createLog } from "../platform/log.ts"
import { writeMigration } from "./write-migration.ts"

/** `npm run migration -- add_labels`: writes the SQL from the migrations of the folder to prisma/schema. */

const name = process.argv[2] ?? ""
if (/^[a-z][a-z0-9_]{2,60}$/.test(name)) await write(name)
else {
  process.stderr.write("Name the migration in snake_case: npm run migration -- add_labels\n")
  process.exitCode = 2
}
// The engine leaves a timer behind.
process.exit()

async function write(name: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-migration-"))
  try {
    const server = await startEmbedded(readEnv({ DATA_DIR: folder }), createLog("error", "tool"))
    try {
      const path = await writeMigration(server.connectionString, name)
      process.stdout.write(
        path === null
          ? "prisma/schema has no changes to migrate.\n"
          : `Wrote ${relative(process.cwd(), path)}. Read it before you commit it.\n`,
      )
    } finally {
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

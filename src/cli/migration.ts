import { execFile } from "node:child_process"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { promisify } from "node:util"
import { startEmbedded } from "../platform/embedded/start-embedded.ts"
import { readEnv } from "../platform/env.ts"
import { createLog } from "../platform/log.ts"
import type { SchemaFile } from "../platform/schema-script.ts"
import { schemaScript } from "../platform/schema-script.ts"

/** `npm run migration -- add_labels`: writes the SQL from the committed schema to the one in the folder. */

const root = join(import.meta.dirname, "../..")
const run = promisify(execFile)
const git = async (...args: string[]) => (await run("git", args, { cwd: root })).stdout

const name = process.argv[2] ?? ""
if (/^[a-z][a-z0-9_]{2,60}$/.test(name)) await writeMigration(name)
else {
  process.stderr.write("Name the migration in snake_case: npm run migration -- add_labels\n")
  process.exitCode = 2
}
// The engine leaves a timer behind.
process.exit()

async function writeMigration(name: string): Promise<void> {
  const script = await difference(await committedSchema())
  if (script.trim() === "" || script.includes("This is an empty migration")) {
    process.stdout.write("prisma/schema has no changes to migrate.\n")
    return
  }
  const stamp = new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14)
  const folder = join("prisma/migrations", `${stamp}_${name}`)
  await mkdir(join(root, folder))
  await writeFile(join(root, folder, "migration.sql"), script)
  process.stdout.write(`Wrote ${folder}/migration.sql. Read it before you commit it.\n`)
}

async function committedSchema(): Promise<SchemaFile[]> {
  const paths = (await git("ls-tree", "--name-only", "HEAD", "prisma/schema/")).trim().split("\n")
  return Promise.all(
    paths.map(async (path) => ({
      path: basename(path),
      content: await git("show", `HEAD:${path}`),
    })),
  )
}

/** The engine needs a database even to compare files, so this starts a temporary one. */
async function difference(earlier: SchemaFile[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-migration-"))
  try {
    const server = await startEmbedded(readEnv({ DATA_DIR: folder }), createLog("error", "tool"))
    try {
      return await schemaScript(server.connectionString, earlier)
    } finally {
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

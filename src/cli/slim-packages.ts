import { readdir, rm } from "node:fs/promises"
import { join } from "node:path"

/**
 * A step of an installation: deletes what packages bring for other databases and for compiling addons; without
 * development packages also what only the build before it needed. `npm ci` brings everything back. A third of the size.
 */

const packages = join(import.meta.dirname, "../../node_modules")
const runtime = "@prisma/client/runtime"
const otherDatabases = /\.(?:cockroachdb|mysql|sqlite|sqlserver)\./

const neverUsed = [
  ...(await namesIn(runtime))
    .filter((name) => otherDatabases.test(name))
    .map((name) => join(runtime, name)),
  ...(await namesIn("node/node_modules"))
    .filter((name) => name.startsWith("node-"))
    .map((name) => join("node/node_modules", name, "include")),
]
/** Prisma's command line with its studio and local server, the bundler, and what the bundle contains. */
const usedByBuild = [
  "prisma/build",
  "@prisma/studio-core",
  "@prisma/dev",
  "@electric-sql",
  "effect",
  "@rolldown",
  ...(await namesIn(".")).filter((name) => name.startsWith("lightningcss-")),
  "date-fns",
]
const isProduction = process.env["npm_config_omit"]?.split(/[\s,]+/).includes("dev") === true
for (const path of isProduction ? [...neverUsed, ...usedByBuild] : neverUsed) {
  await rm(join(packages, path), { recursive: true, force: true })
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(join(packages, folder))
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return []
    throw error
  }
}

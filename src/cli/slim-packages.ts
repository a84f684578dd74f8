import { readdir, rm } from "node:fs/promises"
import { join } from "node:path"

/**
 * A step of an installation: deletes what packages bring for other databases and for compiling addons; without
 * development packages also what only the build before it and compilers read. `npm ci` brings everything back. More
 * than half of the size.
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
/** Prisma's command line with its studio and local server, the compiler, the bundler, and what the bundle contains. */
const usedByBuild = [
  "prisma/build",
  "@prisma/studio-core",
  "@prisma/dev",
  "@electric-sql",
  "effect",
  "@rolldown",
  ...(await namesIn(".")).filter((name) => name.startsWith("lightningcss-")),
  "@typescript",
  "typescript",
  "date-fns",
  "@base-ui",
  "@tanstack",
  "@visx",
  "elkjs",
  "react-day-picker",
  "react-dom",
]
/** Source maps and declarations. */
const readByCompilers = /\.(?:map|d\.[cm]?ts)$/
const isProduction = process.env["npm_config_omit"]?.split(/[\s,]+/).includes("dev") === true
for (const path of isProduction ? [...neverUsed, ...usedByBuild] : neverUsed) {
  await rm(join(packages, path), { recursive: true, force: true })
}
if (isProduction) {
  for (const entry of await readdir(packages, { recursive: true, withFileTypes: true })) {
    // Packages may be named so, too: array.prototype.map.
    if (entry.isFile() && readByCompilers.test(entry.name)) {
      await rm(join(entry.parentPath, entry.name))
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(join(packages, folder))
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return []
    throw error
  }
}

import { readdir, rm } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { unusedForms, usedByBuild } from "./unused-packages.ts"

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
/** Source maps, documentation, static libraries, and sources: Node loads no TypeScript below node_modules. */
const readByPeopleAndCompilers = /\.(?:map|[cm]?ts|flow|cc|hh?|a|md|markdown)$/
const license = /^(?:licen[cs]e|notice|copying|copyright)/i
const isProduction = process.env["npm_config_omit"]?.split(/[\s,]+/).includes("dev") === true

const unused = isProduction ? [...usedByBuild, ...unusedForms] : []
for (const path of [...neverUsed, ...(await Promise.all(unused.map(expand))).flat()]) {
  await rm(join(packages, path), { recursive: true, force: true })
}
if (isProduction) {
  for (const entry of await readdir(packages, {
    recursive: true,
    withFileTypes: true,
  })) {
    // Packages may be named so, too: array.prototype.map.
    if (!entry.isFile() || license.test(entry.name)) continue
    if (readByPeopleAndCompilers.test(entry.name)) await rm(join(entry.parentPath, entry.name))
  }
}

/** The paths that a path with `*` at its end stands for. */
async function expand(path: string): Promise<string[]> {
  if (!path.endsWith("*")) return [path]
  const [folder, begin] = [dirname(path), basename(path).slice(0, -1)]
  const names = await namesIn(folder)
  return names.filter((name) => name.startsWith(begin)).map((name) => join(folder, name))
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(join(packages, folder))
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return []
    throw error
  }
}

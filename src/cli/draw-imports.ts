import { readdir, readFile } from "node:fs/promises"
import { join, posix, relative } from "node:path"
import { ts } from "@ts-morph/common"

const root = join(import.meta.dirname, "../..")
/** Folders whose own folders are drawn instead. */
const opened = new Set(["src/graphql", "src/telemetry"])

/** What each folder imports, types included. */
export type Imports = ReadonlyMap<string, ReadonlySet<string>>

/** Paths of TypeScript files below a folder, with the paths of the files that each imports. */
export async function readImports(folder: string): Promise<Map<string, string[]>> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  const read = async (path: string) => {
    const { importedFiles } = ts.preProcessFile(
      await readFile(join(root, path), "utf8"),
      true,
      true,
    )
    const names = importedFiles.map(({ fileName }) => fileName)
    return [path, names.filter(isRelative).map((name) => resolve(path, name))] as const
  }
  return new Map(await Promise.all(paths.toSorted().map(read)))
}

const isRelative = (name: string) => name.startsWith(".")
const resolve = (path: string, name: string) => posix.join(posix.dirname(path), name)

/** @param folderOf null for what is left out. */
export function groupImports(
  files: ReadonlyMap<string, readonly string[]>,
  folderOf: (path: string) => string | null,
): Imports {
  const folders = new Map<string, Set<string>>()
  for (const [path, targets] of files) {
    const from = folderOf(path)
    if (from === null) continue
    const known = folders.get(from) ?? new Set()
    folders.set(from, known)
    for (const target of targets) {
      const to = folderOf(target)
      if (to !== null && to !== from) known.add(to)
    }
  }
  return folders
}

function layerOf(path: string): string | null {
  const [top = "", folder = "", below = ""] = path.split("/")
  if (top === "schema") return "schema"
  if (top !== "src") return null
  return opened.has(`${top}/${folder}`) && path.split("/").length > 3
    ? `${folder}/${below}`
    : folder
}

/** Everything that can be reached from a folder, itself only in a cycle. */
function reachOf(imports: Imports, from: string): Set<string> {
  const reached = new Set(imports.get(from))
  for (const one of reached) for (const next of imports.get(one) ?? []) reached.add(next)
  return reached
}

/** Each group of folders that import each other, sorted. */
export function findCycles(imports: Imports): string[][] {
  const reach = new Map([...imports.keys()].map((one) => [one, reachOf(imports, one)]))
  const groups = [...reach].flatMap(([one, reached]) =>
    reached.has(one)
      ? [
          [...reached]
            .filter((other) => reach.get(other)?.has(one))
            .toSorted()
            .join(" "),
        ]
      : [],
  )
  return [...new Set(groups)].map((group) => group.split(" "))
}

/**
 * The layers as a Mermaid flowchart, without the arrows that a longer way implies.
 *
 * @throws {Error} if folders import each other, since one of their arrows would point upward.
 */
export async function drawImports(): Promise<string> {
  const imports = groupImports(await readImports("src"), layerOf)
  const cycles = findCycles(imports)
  if (cycles.length > 0) throw new Error(`folders import each other: ${cycles.join("; ")}`)
  const arrows = [...imports].flatMap(([from, targets]) => {
    const beyond = new Set([...targets].flatMap((one) => [...reachOf(imports, one)]))
    return [...targets].filter((to) => !beyond.has(to)).map((to) => `  ${from} --> ${to}`)
  })
  return ["flowchart TD", ...arrows.toSorted()].join("\n")
}

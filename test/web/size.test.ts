import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { beforeAll, expect, test } from "vitest"

const folder = join(import.meta.dirname, "../../dist/web")

type Chunk = {
  file: string
  name?: string
  imports?: string[]
  isEntry?: boolean
  isDynamicEntry?: boolean
}
const built = {} as { manifest: Record<string, Chunk> }

beforeAll(async () => {
  const text = await readFile(join(folder, ".vite/manifest.json"), "utf8")
  built.manifest = JSON.parse(text) as Record<string, Chunk>
})

/** The scripts of a module, or of a chunk of that name, and all its imports that must load before it can run. */
function scriptsOf(name: string, known = new Set<string>()): Set<string> {
  const chunk =
    built.manifest[name] ?? Object.values(built.manifest).find((one) => one.name === name)
  if (chunk === undefined) throw new Error(`${name} is not in the manifest`)
  if (known.has(chunk.file)) return known
  known.add(chunk.file)
  for (const imported of chunk.imports ?? []) scriptsOf(imported, known)
  return known
}

async function zippedBytes(files: Iterable<string>): Promise<number> {
  const sizes = await Promise.all(
    [...files]
      .filter((file) => file.endsWith(".js"))
      .map(async (file) => gzipSync(await readFile(join(folder, file))).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

const program = ["index.html", "start"]
const frame = [...program, "frame"]

/** Bytes, gzipped. */
const firstLoads = { "sign-in": 116_000, overview: 147_800, "monitor list": 150_000 }
const furtherRoute = 70_000

test.each<[page: keyof typeof firstLoads, names: string[]]>([
  ["sign-in", [...program, "sign-in/sign-in-page.tsx"]],
  ["overview", [...frame, "overview/overview-page.tsx"]],
  ["monitor list", [...frame, "monitor-list/monitor-list.tsx"]],
])("the first visit loads few scripts before the %s is usable", async (page, names) => {
  const bytes = await zippedBytes(new Set(names.flatMap((name) => [...scriptsOf(name)])))
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThan(firstLoads[page])
})

test("each further route loads at most 70 KB of script", async () => {
  const loaded = new Set(frame.flatMap((name) => [...scriptsOf(name)]))
  const routes = Object.keys(built.manifest).filter(
    (name) => built.manifest[name]?.isDynamicEntry === true,
  )
  expect(routes.length).toBeGreaterThan(10)
  const sizes = await Promise.all(
    routes.map(async (route) => {
      const added = [...scriptsOf(route)].filter((file) => !loaded.has(file))
      return [route, await zippedBytes(added)] as const
    }),
  )
  expect(sizes.filter(([, bytes]) => bytes > furtherRoute)).toEqual([])
})

import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"

const root = join(import.meta.dirname, "../..")

/** All files and folders of the project, and each file without its extension. */
async function findPaths(): Promise<string[]> {
  const rooms = (await readdir(root)).filter((name) => name !== ".git" && name !== "node_modules")
  const found = await Promise.all(
    rooms.map(async (room) => {
      const below = await readdir(join(root, room), { recursive: true }).catch(() => [])
      return [room, ...below.map((path) => `${room}/${path}`)]
    }),
  )
  return found.flat().flatMap((path) => [path, path.replace(/\.tsx?$/, "")])
}

/** Names with a slash in backticks or code blocks; names with placeholders are skipped. */
function namesIn(text: string): string[] {
  const drawn = [...text.matchAll(/^```\n([^]*?)^```/gm)].map(([, drawing = ""]) => drawing)
  const words = drawn.join("\n").matchAll(/(?<![\w/<-])[a-z-]+(?:\/[a-z-]+)+(?![\w/<])/g)
  const quoted = text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)
  return [...[...words].map(([word]) => word), ...[...quoted].map(([, name = ""]) => name)]
}

test.each(["ARCHITECTURE.md", "CONTRIBUTING.md", "bench/README.md"])(
  "every file and folder that %s names exists",
  async (document) => {
    const paths = await findPaths()
    const isThere = (name: string) =>
      paths.some((path) => `/${path}`.endsWith(`/${name.replace(/\/$/, "")}`))
    const names = namesIn(await readFile(join(root, document), "utf8"))
    expect(names.length).toBeGreaterThan(1)
    expect(names.filter((name) => !isThere(name))).toEqual([])
  },
)

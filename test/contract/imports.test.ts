import { expect, test } from "vitest"
import { drawImports, findCycles, groupImports, readImports } from "../../src/cli/draw-imports.ts"

const group = (files: Record<string, string[]>) =>
  groupImports(new Map(Object.entries(files)), (path) => path.split("/")[0] ?? null)

test("folders that import each other are found, through others too", () => {
  const straight = { "a/1.ts": ["b/1.ts", "c/1.ts"], "b/1.ts": ["c/1.ts"], "c/1.ts": ["c/2.ts"] }
  expect(findCycles(group(straight))).toEqual([])
  expect(findCycles(group({ ...straight, "c/2.ts": ["a/1.ts"] }))).toEqual([["a", "b", "c"]])
  const apart = { "a/1.ts": ["b/1.ts"], "b/1.ts": ["a/1.ts"], "c/1.ts": ["a/1.ts"] }
  expect(findCycles(group(apart))).toEqual([["a", "b"]])
})

test("the picture has each layer, and only arrows that no longer way implies", async () => {
  const picture = await drawImports()
  expect(picture).toContain("  graphql/on-call --> graphql/delivery\n")
  expect(picture).toContain("  web --> schema")
  // Monitoring reaches it through incidents, maintenance and on-call.
  expect(picture).not.toContain("graphql/monitoring --> graphql/delivery")
})

/** Folders whose own folders have an order as well, with the groups that ADR 9 argues. */
const ordered: Record<string, string[]> = {
  "src/probe": [],
  "src/pages": [],
  "src/api": [],
  "src/jobs": [],
  "src/notify": [],
  "src/telemetry/store": [],
  "src/telemetry/query": [],
  "src/telemetry/ingest": [],
  "src/graphql/telemetry": [],
  "src/graphql/workspace": [],
  "src/graphql/delivery": [],
  "src/graphql/on-call": [],
  "src/graphql/maintenance": [],
  "src/graphql/incidents": ["alert incident"],
  "src/graphql/monitoring": [],
  "src/graphql/status-pages": [],
}
/** Two files that import each other's types beside them are no folders. */
const isFile = (name: string) => name.endsWith(".ts")

test("nouns of a context do not import each other in a circle, beyond what ADR 9 argues", async () => {
  const files = await readImports("src")
  const found = Object.keys(ordered).map((folder) => {
    const imports = groupImports(files, (path) =>
      path.startsWith(`${folder}/`) ? (path.slice(folder.length + 1).split("/")[0] ?? null) : null,
    )
    const cycles = findCycles(imports).filter((group) => !group.every(isFile))
    return [folder, cycles.map((group) => group.join(" "))]
  })
  expect(Object.fromEntries(found)).toEqual(ordered)
})

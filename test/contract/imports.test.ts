import { expect, test } from "vitest"
import { drawImports, findCycles, groupImports } from "../../src/cli/draw-imports.ts"

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

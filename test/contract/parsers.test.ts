import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

/** SECURITY.md lists each parser of people's texts with its bound and the test that tries it. */
const [, section = ""] = readFileSync("SECURITY.md", "utf8").split("## Parsers of people's texts")
const rows = (section.split("\n## ")[0] ?? "")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| ---"))
  .slice(1)
  .map((line) => line.split("|").map((cell) => cell.trim()))
const pathsIn = (cell = "") =>
  [...cell.matchAll(/`((?:src|test)\/[^`]+)`/g)].map(([, path]) => path)

/** Packages that parse what they are given. */
const parsers = ["marked", "re2js", "json-p3", "ical.js", "js-yaml", "csv-parse/sync", "csv-parse"]
/** Where a parser is only configured, handed on to a file of the table, or given the guides that come with the product. */
const without = new Set(["src/web/ui/markdown-view.tsx", "src/pages/docs/user-guides.ts"])

test("each parser has a bound, and a test that exists", () => {
  expect(rows.length).toBeGreaterThan(10)
  for (const [, , where, bound = "", tried = ""] of rows) {
    for (const path of pathsIn(where)) expect(readFileSync(String(path), "utf8")).toBeTruthy()
    expect(bound).toMatch(/\d|first bytes/)
    const [path] = pathsIn(tried)
    const title = tried.split("`: ")[1] ?? "none"
    expect(readFileSync(String(path), "utf8")).toContain(title)
  }
})

test("no file parses beside the table", () => {
  const listed = new Set(rows.flatMap(([, , where]) => pathsIn(where)))
  const missing = globSync("src/**/*.{ts,tsx}").filter((path) => {
    const text = readFileSync(path, "utf8")
    const isParser = parsers.some((name) => text.includes(`from "${name}"`))
    return isParser && !listed.has(path) && !without.has(path)
  })
  expect(missing).toEqual([])
})

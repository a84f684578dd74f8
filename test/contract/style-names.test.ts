import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"

/** Comments, and what is left out of prints. */
const noStyles = /\/\*.*?\*\/|@media print \{(?:[^{}]*\{[^{}]*\})*\s*\}/gs

const web = join(import.meta.dirname, "../../src/web")

/** Styles stay loaded on the next page: a class that two files define looks different after another page was seen. */
test("a class is defined in one file", async () => {
  const names = await readdir(web, { recursive: true })
  const definedIn = new Map<string, Set<string>>()
  for (const name of names.filter((one) => one.endsWith(".css"))) {
    const text = (await readFile(join(web, name), "utf8")).replaceAll(noStyles, "")
    for (const [, selectors = ""] of text.matchAll(/(?:^|[{}])\s*([^{}@]+)\{/g)) {
      for (const selector of selectors.split(/,(?![^(]*\))/).map((one) => one.trim())) {
        if (!/^\.[\w-]+$/.test(selector)) continue
        definedIn.set(selector, (definedIn.get(selector) ?? new Set()).add(name))
      }
    }
  }
  expect(definedIn.size).toBeGreaterThan(500)
  const twice = [...definedIn].filter(([, files]) => files.size > 1)
  expect(twice.map(([selector, files]) => `${selector}: ${[...files].join(", ")}`)).toEqual([])
})

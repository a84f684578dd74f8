import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { isObjectType } from "graphql"
import { schema } from "../../src/graphql/schema.ts"

const docs = join(import.meta.dirname, "../../docs")
const pages = ["life-of-a-check.md", "nobody-paged.md"]

/** Links to code: a symbol and the file that declares it. */
function linksOf(text: string): { symbol: string; path: string }[] {
  const links = text.matchAll(/\[`(\w+)`\]\((\.\.\/[^)]+)\)/g)
  return [...links].map(([, symbol = "", path = ""]) => ({ symbol, path }))
}

function linkFaults(text: string): string[] {
  return linksOf(text).flatMap(({ symbol, path }) => {
    const file = join(docs, path)
    if (!existsSync(file)) return [`${path} does not exist`]
    const declared = new RegExp(`^export (?:async )?(?:function\\*?|const|class) ${symbol}\\b`, "m")
    return declared.test(readFileSync(file, "utf8")) ? [] : [`${path} does not export ${symbol}`]
  })
}

/** Fields that a page names as `Type.field` and the schema does not have. */
function fieldFaults(text: string): string[] {
  const fields = text.matchAll(/`([A-Z]\w+)\.([a-z]\w+)(?:\(\w+:\))?`/g)
  return [...fields].flatMap(([, name = "", field = ""]) => {
    const type = schema.getType(name)
    const isThere = isObjectType(type) && Object.hasOwn(type.getFields(), field)
    return isThere ? [] : [`${name}.${field} does not exist`]
  })
}

test.each(pages)("every file, symbol and field that %s names exists", (page) => {
  const text = readFileSync(join(docs, page), "utf8")
  expect(linksOf(text).length).toBeGreaterThan(10)
  expect(linkFaults(text)).toEqual([])
  expect(fieldFaults(text)).toEqual([])
  const others = [...text.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, path = ""]) => path)
  expect(others.filter((path) => !existsSync(join(docs, path)))).toEqual([])
})

test("a link that leads nowhere is found", () => {
  expect(linkFaults("[`judge`](../src/probe/judge.ts)")).toEqual([])
  expect(linkFaults("[`judged`](../src/probe/judge.ts)")).toEqual([
    "../src/probe/judge.ts does not export judged",
  ])
  expect(linkFaults("[`judge`](../src/probe/judges.ts)")).toEqual([
    "../src/probe/judges.ts does not exist",
  ])
  expect(fieldFaults("`Alert.tale`")).toEqual(["Alert.tale does not exist"])
})

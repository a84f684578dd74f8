import { parse, type DocumentNode } from "graphql"
import { expect, test } from "vitest"
import { createDocumentCache } from "../../src/graphql/execution/document-cache.ts"

const document: DocumentNode = parse("{ a }")
const texts = (count: number, length: number) =>
  Array.from({ length: count }, (_, at) => `${at}`.padEnd(length))

test("keeps the most recently used documents, at most 500", () => {
  const cache = createDocumentCache()
  const all = texts(500, 10)
  for (const text of all) cache.set(text, document)
  expect(cache.get("0".padEnd(10))).toBe(document)
  cache.set("new", document)
  expect(cache.get("1".padEnd(10))).toBeUndefined()
  expect([...all, "new"].filter((text) => cache.get(text) !== undefined).length).toBe(500)
})

test("bounds their total text size and does not cache a huge document", () => {
  const cache = createDocumentCache()
  const all = texts(30, 20_000)
  for (const text of all) cache.set(text, document)
  expect(all.map((text) => cache.get(text) !== undefined)).toEqual([
    ...Array.from({ length: 5 }, () => false),
    ...Array.from({ length: 25 }, () => true),
  ])
  cache.set("x".repeat(20_001), document)
  expect(cache.get("x".repeat(20_001))).toBeUndefined()
})

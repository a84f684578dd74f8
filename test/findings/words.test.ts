import { readdir, readFile } from "node:fs/promises"
import fc from "fast-check"
import { expect, test } from "vitest"
import { z } from "zod"
import { codes } from "../../src/findings/codes.ts"
import { readFinding, type Finding } from "../../src/findings/finding.ts"
import { evidenceMarks } from "../../src/findings/parameters.ts"
import { findingLanguages, say, sayInParts, type FindingLanguage } from "../../src/findings/say.ts"

/** Marks of its own around each text, so that two of them never look like one. */
const evidences = fc.string({ unit: "grapheme", maxLength: 30 }).map((text) => `‹${text}›`)
const numbers = fc.integer({ min: 0, max: 5_000_000 })
const moments = fc
  .date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })
  .map((at) => at.toISOString())

/** Any value that a schema of parameters allows. */
function anyOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodNullable) return fc.option(anyOf(schema.unwrap()))
  if (schema instanceof z.ZodString) return evidenceMarks.has(schema) ? evidences : moments
  if (schema instanceof z.ZodNumber) return numbers
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(anyOf))
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values)
  if (schema instanceof z.ZodObject) {
    const members = Object.entries(schema.shape).map(([name, one]) => [name, anyOf(one)])
    return fc.record(Object.fromEntries(members))
  }
  if (!(schema instanceof z.ZodArray)) throw new Error(`No values for ${schema._zod.def.type}`)
  const isFindings = schema.element instanceof z.ZodObject && "code" in schema.element.shape
  return isFindings
    ? fc.constant([{ code: "recovered", parameters: {} }])
    : fc.array(anyOf(schema.element), { minLength: 1, maxLength: 3 })
}

/** Every text among parameters that is evidence, with the parameter that it is of. */
function evidenceIn(schema: z.core.$ZodType, value: unknown, path: string): [string, string][] {
  if (value === null) return []
  if (schema instanceof z.ZodNullable) return evidenceIn(schema.unwrap(), value, path)
  if (schema instanceof z.ZodString)
    return evidenceMarks.has(schema) ? [[path, z.string().parse(value)]] : []
  if (schema instanceof z.ZodArray) {
    return (value as unknown[]).flatMap((one) => evidenceIn(schema.element, one, path))
  }
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([name, one]) =>
    evidenceIn(one, (value as Record<string, unknown>)[name], `${path}.${name}`),
  )
}

const allCodes = Object.keys(codes) as (keyof typeof codes)[]
const findings = fc
  .constantFrom(...allCodes)
  .chain((code) =>
    anyOf(codes[code]).map((parameters) => readFinding({ code, parameters: parameters as object })),
  )

/** What a language shows of a finding as evidence. */
function shownIn(finding: Finding, language: FindingLanguage): string[] {
  const parts = sayInParts([finding], language)
  const own = parts.filter(({ isEvidence }) => !isEvidence).map(({ text }) => text)
  expect(own.join("")).not.toMatch(/[‹›\uE000\uE001]|undefined|null|NaN|object/)
  expect(say([finding], language)).toBe(parts.map(({ text }) => text).join(""))
  expect(say([finding], language)).not.toBe("")
  return parts.filter(({ isEvidence }) => isEvidence).map(({ text }) => text)
}

test("every code shows its evidence verbatim, apart from its words, and in all languages alike", () => {
  for (const code of allCodes) {
    const [all, shown] = [new Set<string>(), new Set<string>()]
    const shows = fc.property(anyOf(codes[code]), (parameters) => {
      const finding = readFinding({ code, parameters: parameters as object })
      expect(finding.code).toBe(code)
      const known = evidenceIn(codes[code], finding.parameters, code)
      const [first = [], ...others] = findingLanguages.map((one) => shownIn(finding, one))
      expect(first.filter((text) => !known.some((one) => one[1] === text))).toEqual([])
      for (const other of others) expect(new Set(other)).toEqual(new Set(first))
      for (const [path, text] of known) {
        all.add(path)
        if (first.includes(text)) shown.add(path)
      }
    })
    fc.assert(shows, { numRuns: 25 })
    // Some is shown by one value of an enum only.
    if (all.size > shown.size) fc.assert(shows, { numRuns: 600 })
    expect([...all].filter((path) => !shown.has(path))).toEqual([])
  }
})

/** Words that German lacks. */
const english =
  /\b(?:the|is|are|not|of|and|by|for|your|this|with|has|have|got|again|until|after|within|expected|does|did|from|to|it|response|body|data|our|own|whole|could|sent|failed|closed|refused|answer|answered)\b/i

test("German has no English words of its own", () => {
  fc.assert(
    fc.property(findings, (finding) => {
      if (finding.code === "as_written") return
      const own = sayInParts([finding], "de").map((part) => (part.isEvidence ? "" : part.text))
      expect(own.join("").replaceAll("A nested sentence.", "")).not.toMatch(english)
    }),
    { numRuns: 3000 },
  )
})

test("a sentence within a sentence is in the same language", () => {
  const cause = [readFinding({ code: "only_http2", parameters: {} })]
  const outer = readFinding({ code: "check_itself", parameters: { cause } })
  expect(say([outer], "de")).toBe("Die Prüfung selbst: Der Server spricht nur HTTP/2.")
  const unknown = readFinding({
    code: "check_itself",
    parameters: { cause: [{ code: "from_tomorrow", parameters: {} }] },
  })
  expect(say([unknown])).toBe('The check itself: This version has no words for "from_tomorrow".')
})

test("a code stands in one topic only", async () => {
  const folder = new URL("../../src/findings/codes/", import.meta.url)
  const modules = await Promise.all(
    (await readdir(folder)).map((name): Promise<object> => import(new URL(name, folder).href)),
  )
  const records = modules.flatMap((one) =>
    Object.entries(one).flatMap(([name, record]) => (name.endsWith("Codes") ? [record] : [])),
  )
  const all = records.flatMap((record) => Object.keys(record as object))
  expect(all.toSorted()).toEqual(Object.keys(codes).toSorted())
})

/** Where text becomes a finding as it is: sentences of older versions, and what people wrote. */
const written: Record<string, string> = {
  "channels/shown-message.ts": "titles of older versions",
  "graphql/incidents/incident/page-for-incident.ts": "a title that a person chose",
  "graphql/incidents/incident/rules/draft-postmortem.ts": "what a person wrote in the timeline",
  "graphql/monitoring/check/list-checks.ts": "warnings of older versions",
  "graphql/monitoring/check/rules/gap.ts": "reasons of older versions",
  "graphql/monitoring/verdict/read-incident-facts.ts": "a title that a person chose",
  "graphql/monitoring/verdict/rules/verdict-steps.ts": "steps of older versions",
  "graphql/on-call/escalation/read-step.ts": "steps of older versions",
}

test("no sentence of ours is a finding without a code", async () => {
  const src = new URL("../../src/", import.meta.url)
  const names = (await readdir(src, { recursive: true })).filter((name) => /\.tsx?$/.test(name))
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, src), "utf8")))
  const found = names.filter((name, at) => {
    return /asWritten\b[^:]|"as_written"/.test(texts[at] ?? "") && !name.startsWith("findings/")
  })
  expect(found.toSorted()).toEqual(Object.keys(written).toSorted())
})

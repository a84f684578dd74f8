import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import {
  getNamedType,
  isLeafType,
  Kind,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
  type SelectionSetNode,
} from "graphql"
import { expect, test } from "vitest"
import { schema } from "../../src/graphql/schema.ts"
import { graphql, mutation, projectList } from "../../src/web/graphql.ts"
import { listArguments } from "../../schema/field-arguments.ts"

/** The dashboard covers the schema: each root field is in a document of the dashboard, or listed here with a reason. */
const exempt: Record<string, string> = {
  "Query.node": "For Relay clients; the dashboard reads each type by its own field.",
  "Query.nodes": "For Relay clients; the dashboard reads each type by its own field.",
  "Query.monitorRows": "The list of /v1; the dashboard lists through Project.monitors.",
  "Query.ownPages":
    "For clients of one person; the dashboard shows pages in the timeline of their alert.",
}
const mostExemptions = 8

/** What the GraphQL client sends, and what is sent without it. */
const documents = /(?:graphql\(\s*|\/\* GraphQL \*\/ )`([^`]*)`/g

/** A document that only names a mutation and what it selects of the result. */
const mutations = /\bmutation\(\s*"(\w+)"/g

const web = join(import.meta.dirname, "../../src/web")

/** Coordinates of all root fields that the dashboard's documents select. */
async function readSelected(): Promise<Set<string>> {
  const names = await readdir(web, { recursive: true })
  const sources = names.filter((name) => /\.tsx?$/.test(name))
  const texts = await Promise.all(sources.map((name) => readFile(join(web, name), "utf8")))
  const source = texts.join("\n")
  const selected = new Set<string>()
  for (const [, name] of source.matchAll(mutations)) selected.add(`Mutation.${name}`)
  for (const [, document = ""] of source.matchAll(documents)) {
    for (const definition of parse(document).definitions) {
      if (definition.kind !== Kind.OPERATION_DEFINITION) continue
      const { name } = schema.getRootType(definition.operation) ?? {}
      for (const field of definition.selectionSet.selections) {
        if (field.kind === Kind.FIELD) selected.add(`${name}.${field.name.value}`)
      }
    }
  }
  return selected
}

test("the dashboard uses every query, mutation and subscription", async () => {
  const selected = await readSelected()
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  const fields = roots.flatMap((type) =>
    Object.keys(type?.getFields() ?? {}).map((field) => `${type?.name}.${field}`),
  )
  expect(fields.length).toBeGreaterThan(100)
  expect(fields.filter((field) => !selected.has(field) && !(field in exempt))).toEqual([])
  expect(Object.keys(exempt).filter((field) => selected.has(field))).toEqual([])
  expect(Object.keys(exempt).length).toBeLessThanOrEqual(mostExemptions)
})

/** Lists and results as the dashboard writes them: name and fields. */
const named = /\b(mutation|projectList)\(\s*"(\w+)",\s*"([^"]+)"/g

/** Selections of English that stand without their findings beside them. */
function englishIn(document: string): string[] {
  const types = new TypeInfo(schema)
  const found: string[] = []
  const selectionSet = (node: SelectionSetNode) => {
    const type = types.getParentType()
    if (type === null || type === undefined || !("getFields" in type)) return
    const fields = node.selections.flatMap((one) =>
      one.kind === Kind.FIELD ? (type.getFields()[one.name.value] ?? []) : [],
    )
    const known = Object.values(type.getFields())
    const isFinding = (field: (typeof known)[number]) => getNamedType(field.type).name === "Finding"
    if (!known.some(isFinding) || fields.some(isFinding)) return
    const hasTitle = known.some(({ name }) => name === "titleFinding")
    for (const { name, description } of fields) {
      const isEnglish = /English/.test(description ?? "") || (name === "title" && hasTitle)
      if (isEnglish) found.push(`${type.name}.${name}`)
    }
  }
  visit(parse(document), visitWithTypeInfo(types, { SelectionSet: selectionSet }))
  return found
}

/** Shown in English still. */
const ofOnCall = new Set(["OnCallGap.text", "RotationCalendar.lastError", "SimulatedTarget.text"])

test("what explains, and generated titles, are read with their findings", async () => {
  const names = await readdir(web, { recursive: true })
  const sources = names.filter((name) => /\.tsx?$/.test(name))
  const source = await Promise.all(sources.map((name) => readFile(join(web, name), "utf8")))
  const written = [...source.join("\n").matchAll(documents)].map(([, document = ""]) => document)
  const short = [...source.join("\n").matchAll(named)].map(([, kind, name, fields]) =>
    kind === "mutation"
      ? `mutation { ${name} { ${fields} } }`
      : `{ project(id: "") { ${name} { edges { node { ${fields} } } } } }`,
  )
  expect(written.length).toBeGreaterThan(100)
  expect(short.length).toBeGreaterThan(50)
  const english = new Set([...written, ...short].flatMap(englishIn))
  expect([...english.difference(ofOnCall)]).toEqual([])
  expect(englishIn("{ incident(id: 1) { title } }")).toEqual(["Incident.title"])
})

test("the document of every mutation is valid", () => {
  for (const { name, type } of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const fields = isLeafType(getNamedType(type)) ? undefined : "__typename"
    const document = mutation(name as "muteSlo", fields as "__typename")
    expect(validate(schema, document).map(({ message }) => `${name}: ${message}`)).toEqual([])
  }
})

test("the document of every list of a project is valid", () => {
  for (const name of Object.keys(listArguments)) {
    const document = projectList(name as "slos", "__typename" as "id")
    expect(validate(schema, document).map(({ message }) => `${name}: ${message}`)).toEqual([])
  }
})

test("a document declares the permissions that its fragments mention", () => {
  const fragment = graphql(`
    fragment PolicyOfMonitor on Monitor {
      onCallPolicy @include(if: $readsOnCall) {
        id
      }
    }
  `)
  const document = mutation("pauseMonitor", "id ...PolicyOfMonitor", [fragment])
  expect(validate(schema, document)).toEqual([])
})

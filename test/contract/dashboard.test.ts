import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { formatDocument } from "urql"
import {
  getNamedType,
  isLeafType,
  isObjectType,
  Kind,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLOutputType,
  type OperationTypeNode,
  type SelectionSetNode,
} from "graphql"
import { expect, test } from "vitest"
import { refuseSize } from "../../src/graphql/execution/limits/limits.ts"
import { measure } from "../../src/graphql/execution/limits/measure.ts"
import { schema } from "../../src/graphql/schema.ts"
import {
  graphql,
  mutation,
  projectField,
  projectList,
  query,
  subscription,
} from "../../src/web/graphql.ts"

/** The dashboard covers the schema: each root field is in a document of the dashboard, or listed here with a reason. */
const exempt: Record<string, string> = {
  "Query.node": "For Relay clients; the dashboard reads each type by its own field.",
  "Query.nodes": "For Relay clients; the dashboard reads each type by its own field.",
  "Query.monitorRows": "The list of /v1; the dashboard lists through Project.monitors.",
}
const mostExemptions = 8

/** What the GraphQL client sends, and what is sent without it. */
const documents = /(?:graphql\(\s*|\/\* GraphQL \*\/ )`([^`]*)`/g

/** A document that only names a field and what it selects of the result. */
const named =
  /\b(query|mutation|subscription|projectField|projectList)\(\s*"(\w+)"(?:,\s*(?:"([^"]*)"|`([^`]*)`))?/g

const web = join(import.meta.dirname, "../../src/web")

/** Coordinates of all root fields that the dashboard's documents select. */
async function readSelected(): Promise<Set<string>> {
  const names = await readdir(web, { recursive: true })
  const sources = names.filter((name) => /\.tsx?$/.test(name))
  const texts = await Promise.all(sources.map((name) => readFile(join(web, name), "utf8")))
  const source = texts.join("\n")
  const selected = new Set<string>()
  for (const [, operation, name] of source.matchAll(named)) {
    const type = schema.getRootType(operation as OperationTypeNode)
    if (type !== undefined && type !== null) selected.add(`${type.name}.${name}`)
  }
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

const isFinding = (field: { type: GraphQLOutputType }) =>
  getNamedType(field.type).name === "Finding"

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

const ofProject = (field: string) => `{ project(id: "") { ${field} } }`

test("what explains, and generated titles, are read with their findings", async () => {
  const names = await readdir(web, { recursive: true })
  const sources = names.filter((name) => /\.tsx?$/.test(name))
  const source = await Promise.all(sources.map((name) => readFile(join(web, name), "utf8")))
  const written = [...source.join("\n").matchAll(documents)].map(([, document = ""]) => document)
  const short = [...source.join("\n").matchAll(named)].map(
    ([, kind = "", name = "", line, lines]) => {
      const fields = line ?? lines ?? ""
      if (kind === "projectList") return ofProject(`${name} { edges { node { ${fields} } } }`)
      const field = fields === "" ? name : `${name} { ${fields} }`
      return kind === "projectField" ? ofProject(field) : `${kind} { ${field} }`
    },
  )
  expect(written.length).toBeGreaterThan(50)
  expect(short.length).toBeGreaterThan(150)
  const english = new Set([...written, ...short].flatMap(englishIn))
  expect([...english]).toEqual([])
  expect(englishIn("{ incident(id: 1) { title } }")).toEqual(["Incident.title"])
})

test("what is described as English stands beside its findings", () => {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType)
  const alone = types.flatMap((type) => {
    const fields = Object.values(type.getFields())
    if (type.name === "Finding" || fields.some(isFinding)) return []
    const english = fields.filter(({ description }) => /English/.test(description ?? ""))
    return english.map(({ name }) => `${type.name}.${name}`)
  })
  expect(alone).toEqual([])
})

const fieldsOf = (type: string) => {
  const found = schema.getType(type)
  return isObjectType(found) ? Object.values(found.getFields()) : []
}

/** What a test selects of a field, if it has fields at all. */
const someOf = (type: GraphQLOutputType) =>
  (isLeafType(getNamedType(type)) ? undefined : "__typename") as "id"

const writers: Record<string, (name: string, fields: "id") => DocumentNode> = {
  Query: (name, fields) => query(name as "monitor", fields),
  Mutation: (name, fields) => mutation(name as "muteSlo", fields),
  Subscription: (name, fields) => subscription(name as "sloChanged", fields),
}

test("the document of every root field is valid", () => {
  for (const [operation, write] of Object.entries(writers)) {
    for (const { name, type } of fieldsOf(operation)) {
      const found = validate(schema, write(name, someOf(type)))
      expect(found.map(({ message }) => `${name}: ${message}`)).toEqual([])
    }
  }
})

test("the document of every field and of every list of a project is valid", () => {
  const documents = fieldsOf("Project").flatMap(({ name, type }) => [
    projectField(name as "slos", someOf(type)),
    ...(String(type).includes("Connection")
      ? [projectList(name as "slos", "__typename" as "id")]
      : []),
  ])
  expect(documents.length).toBeGreaterThan(50)
  expect(documents.flatMap((document) => validate(schema, document))).toEqual([])
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

test("no document of the dashboard exceeds the limits of the server", async () => {
  const names = await readdir(web, { recursive: true })
  const refused: string[] = []
  let count = 0
  for (const name of names.filter((one) => one.endsWith("documents.ts"))) {
    const exported = (await import(join(web, name))) as Record<string, DocumentNode>
    for (const [of, document] of Object.entries(exported)) {
      if (typeof document !== "object" || document.kind !== Kind.DOCUMENT) continue
      const { definitions } = document
      // As the client sends it, which asks for the name of each type.
      const sent = formatDocument({ kind: Kind.DOCUMENT, definitions })
      for (const operation of sent.definitions) {
        if (operation.kind !== Kind.OPERATION_DEFINITION) continue
        count += 1
        const fault = refuseSize(measure(schema, sent, operation, {}))
        if (fault !== null) refused.push(`${name} ${of}: ${fault.message}`)
      }
    }
  }
  expect(count).toBeGreaterThan(200)
  expect(refused).toEqual([])
})

import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { minifyIntrospection, outputIntrospectionFile } from "@gql.tada/internal"
import {
  introspectionFromSchema,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
  type GraphQLField,
} from "graphql"
import { channelKinds } from "../channels/channel-kinds.ts"
import { documentSchema } from "../graphql/monitoring/config/json-schema.ts"
import { permissionsOfRole } from "../graphql/kernel/access.ts"
import { kindSheet } from "../graphql/monitoring/monitor/rules/kind-sheet.ts"
import { schema } from "../graphql/schema.ts"
import { eventDescriptions } from "../rest/openapi/webhooks.ts"
import { drawImports } from "./draw-imports.ts"
import { openApi } from "../rest/openapi/document.ts"
import {
  logFields,
  metricFields,
  spanFields,
  type Searchable,
} from "../telemetry/query/language/searchable.ts"

/** The BASE_URL of an installation without settings. */
const defaultBaseUrl = "http://localhost:3000"

const root = join(import.meta.dirname, "../..")

/** Generated files that are committed: path and content. */
async function artefacts(): Promise<Record<string, string>> {
  const sorted = lexicographicSortSchema(schema)
  return {
    "schema/schema.graphql": `${printSchema(sorted)}\n`,
    // The same as types, for the dashboard's documents.
    "schema/introspection.d.ts": outputIntrospectionFile(
      minifyIntrospection(introspectionFromSchema(sorted)),
      { fileType: ".d.ts", shouldPreprocess: true },
    ),
    "schema/field-arguments.ts": fieldArguments(),
    "schema/openapi.json": `${JSON.stringify(openApi(defaultBaseUrl), null, 2)}
`,
    // Used by the dashboard's forms and the converters, which must not import the domain.
    "schema/monitor-kinds.json": `${JSON.stringify(kindSheet(), null, 2)}\n`,
    "schema/channel-kinds.json": `${JSON.stringify(channelSheet(), null, 2)}\n`,
    "schema/event-kinds.json": `${JSON.stringify(eventDescriptions, null, 2)}\n`,
    // What each built-in role may do.
    "schema/role-permissions.json": `${JSON.stringify(roleSheet(), null, 2)}\n`,
    // Suggestions of the dashboard, and the documentation of the query language.
    "schema/telemetry-fields.json": `${JSON.stringify(fieldSheet(), null, 2)}\n`,
    "schema/monitor-config.schema.json": `${JSON.stringify(documentSchema(), null, 2)}\n`,
    "ARCHITECTURE.md": await withPicture("ARCHITECTURE.md"),
  }
}

const pagingArguments = new Set(["first", "last", "before"])

/** The arguments of each root field and of each field of a project, as documents of the dashboard declare them. */
const fieldArguments = (): string =>
  ["Query", "Mutation", "Subscription", "Project"]
    .map(
      (type) => `export const ${type.toLowerCase()}Arguments = ${argumentsOf(fieldsOfType(type))}`,
    )
    .join("")

function argumentsOf(fields: readonly GraphQLField<unknown, unknown>[]): string {
  const lines = fields.map(({ name, args }) => {
    const declared = args
      .filter((argument) => !pagingArguments.has(argument.name))
      .map((argument) => `$${argument.name}: ${String(argument.type)}`)
    return `  ${name}: ${JSON.stringify(declared.join(", "))},\n`
  })
  return `{\n${lines.join("")}} as const\n`
}

function fieldsOfType(name: string): GraphQLField<unknown, unknown>[] {
  const type = schema.getType(name)
  if (!isObjectType(type)) throw new Error(`${name} is not an object type`)
  return Object.values(type.getFields()).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** The document with its picture of the layers drawn again. */
const withPicture = async (path: string) =>
  (await readFile(join(root, path), "utf8")).replace(
    /(?<=```mermaid\n).*?(?=\n```)/s,
    await drawImports(),
  )

const channelSheet = () =>
  Object.fromEntries(
    Object.values(channelKinds).map(({ kind, title, description, entered, setup }) => [
      kind,
      { title, description, entered, setup },
    ]),
  )

const roleSheet = () =>
  Object.fromEntries(
    (["owner", "admin", "editor", "viewer"] as const).map((role) => [
      role.toUpperCase(),
      [...permissionsOfRole({ role, customPermissions: null })].toSorted(),
    ]),
  )

const fieldsOf = ({ fields }: Searchable) =>
  Object.entries(fields).map(([name, { description, example, ...field }]) => ({
    name,
    description,
    example,
    values: "values" in field ? Object.keys(field.values) : [],
    isOrdered: ["level", "duration"].includes(field.kind),
  }))

const fieldSheet = () => ({
  logs: fieldsOf(logFields),
  spans: fieldsOf(spanFields),
  metrics: fieldsOf(metricFields),
})

/** Names of artifacts that are missing or out of date. */
export async function findStale(): Promise<string[]> {
  const stale: string[] = []
  for (const [name, content] of Object.entries(await artefacts())) {
    if ((await read(join(root, name))) !== content) stale.push(name)
  }
  return stale
}

async function writeAll(): Promise<void> {
  for (const [name, content] of Object.entries(await artefacts())) {
    const path = join(root, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
}

async function read(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8")
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null
    throw error
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--check")) {
    const stale = await findStale()
    if (stale.length > 0) {
      process.stderr.write(
        `${stale.join(", ")} is stale: run \`npm run artefacts\` and commit the result.\n`,
      )
      process.exitCode = 1
    }
  } else await writeAll()
}

import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { minifyIntrospection, outputIntrospectionFile } from "@gql.tada/internal"
import { introspectionFromSchema, lexicographicSortSchema, printSchema } from "graphql"
import { documentSchema } from "../graphql/config/json-schema.ts"
import { schema } from "../graphql/schema.ts"
import { openApi } from "../rest/openapi/document.ts"

/** Where an installation answers that was told nothing else. */
const defaultBaseUrl = "http://localhost:3000"

const folder = join(import.meta.dirname, "../../schema")

/** What is committed under schema/ although it is made: file name and content. */
function artefacts(): Record<string, string> {
  const sorted = lexicographicSortSchema(schema)
  return {
    "schema.graphql": `${printSchema(sorted)}\n`,
    // The same as types, for the dashboard's documents.
    "introspection.d.ts": outputIntrospectionFile(
      minifyIntrospection(introspectionFromSchema(sorted)),
      { fileType: ".d.ts", shouldPreprocess: true },
    ),
    "openapi.json": `${JSON.stringify(openApi(defaultBaseUrl), null, 2)}\n`,
    "monitor-config.schema.json": `${JSON.stringify(documentSchema(), null, 2)}\n`,
  }
}

/** The names of artefacts that are missing or do not say what the code says. */
export async function findStale(): Promise<string[]> {
  const stale: string[] = []
  for (const [name, content] of Object.entries(artefacts())) {
    if ((await read(join(folder, name))) !== content) stale.push(name)
  }
  return stale
}

async function writeAll(): Promise<void> {
  for (const [name, content] of Object.entries(artefacts())) {
    const path = join(folder, name)
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
      const names = stale.map((name) => `schema/${name}`).join(", ")
      process.stderr.write(`${names} is stale: run \`npm run artefacts\` and commit the result.\n`)
      process.exitCode = 1
    }
  } else await writeAll()
}

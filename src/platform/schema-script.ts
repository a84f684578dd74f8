import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils"
import { beyondTheSchema } from "./beyond-the-schema.ts"
import { catalogAdapter } from "./catalog-adapter.ts"
import { openClient, openPool } from "./open-client.ts"

const schemaFolder = join(import.meta.dirname, "../../prisma/schema")

/** SQL from an empty database to prisma/schema. Omits partitions and partial indexes, which are written by hand. */
export const schemaScript = (connectionString: string): Promise<string> =>
  difference(connectionString, schemaFolder, "empty")

/**
 * SQL from a migrated database to a schema, empty if there is no difference. Drops from that database what only
 * migrations know.
 */
export async function changeScript(connectionString: string, folder = schemaFolder) {
  const { tables, indexes } = beyondTheSchema
  const client = await openClient(connectionString)
  try {
    await client.query(`drop index if exists ${indexes.join(", ")}`)
    await client.query(`drop table if exists ${tables.join(", ")}`)
  } finally {
    await client.end()
  }
  const script = await difference(connectionString, folder, "database")
  return script.includes("This is an empty migration") ? "" : script
}

async function difference(connectionString: string, folder: string, from: "empty" | "database") {
  const files = await readSchema(folder)
  // Loaded lazily, because compiling the engine would delay every other command.
  const engines = await import("@prisma/schema-engine-wasm")
  // The engine never closes its connections, so the pool is ended here.
  const pool = await openPool(connectionString, 2)
  const adapter = bindMigrationAwareSqlAdapterFactory(catalogAdapter(pool))
  const datamodels = files.map((file): [string, string] => [file.path, file.content])
  const engine = await engines.SchemaEngine.new({ datamodels }, () => undefined, adapter)
  try {
    const { stdout } = await engine.diff({
      from: from === "empty" ? { tag: from } : { tag: "schemaDatasource", files, configDir: "" },
      to: { tag: "schemaDatamodel", files },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    })
    return stdout ?? ""
  } finally {
    engine.free()
    await pool.end()
  }
}

async function readSchema(folder: string) {
  const names = (await readdir(folder)).toSorted()
  return Promise.all(
    names.map(async (path) => ({
      path,
      content: await readFile(join(folder, path), "utf8"),
    })),
  )
}

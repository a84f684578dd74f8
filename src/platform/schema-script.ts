import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { PrismaPg } from "@prisma/adapter-pg"
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils"
import type { SchemaEngine } from "@prisma/schema-engine-wasm"
import { openPool } from "./open-client.ts"

const schemaFolder = join(import.meta.dirname, "../../prisma/schema")
export type SchemaFile = { path: string; content: string }

/**
 * SQL from an empty database, or from the files of an earlier schema, to prisma/schema. Omits partitions and
 * partial indexes, which are written by hand.
 */
export async function schemaScript(
  connectionString: string,
  earlier: SchemaFile[] | null = null,
): Promise<string> {
  const files = await readSchema()
  return withEngine(connectionString, async (engine) => {
    const { stdout } = await engine.diff({
      from: earlier === null ? { tag: "empty" } : { tag: "schemaDatamodel", files: earlier },
      to: { tag: "schemaDatamodel", files },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    })
    return stdout ?? ""
  })
}

async function withEngine<T>(connectionString: string, use: (engine: SchemaEngine) => Promise<T>) {
  // Loaded lazily, because compiling the engine would delay every other command.
  const engines = await import("@prisma/schema-engine-wasm")
  // The engine never closes its connections, so the pool is ended here.
  const pool = await openPool(connectionString, 2)
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool))
  const datamodels = (await readSchema()).map((file): [string, string] => [file.path, file.content])
  const engine = await engines.SchemaEngine.new({ datamodels }, () => undefined, adapter)
  try {
    return await use(engine)
  } finally {
    engine.free()
    await pool.end()
  }
}

async function readSchema(): Promise<SchemaFile[]> {
  const names = (await readdir(schemaFolder)).toSorted()
  return Promise.all(
    names.map(async (path) => ({
      path,
      content: await readFile(join(schemaFolder, path), "utf8"),
    })),
  )
}

import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { migrate, migrationsFolder } from "../platform/migrate.ts"
import { changeScript } from "../platform/schema-script.ts"

/**
 * Writes the SQL from what the migrations of the folder make to what the schema says.
 *
 * @param connectionString of a temporary database; it is migrated, and unfit for use afterwards.
 * @param folders others than the project's own.
 * @returns the path of the new migration; null if nothing has changed since the last one.
 */
export async function writeMigration(
  connectionString: string,
  name: string,
  { schema, migrations = migrationsFolder }: { schema?: string; migrations?: string } = {},
): Promise<string | null> {
  await migrate(connectionString, { folder: migrations })
  const script = await changeScript(connectionString, schema)
  if (script === "") return null
  const stamp = new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14)
  const folder = join(migrations, `${stamp}_${name}`)
  await mkdir(folder)
  await writeFile(join(folder, "migration.sql"), script)
  return join(folder, "migration.sql")
}

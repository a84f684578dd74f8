import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { forCluster } from "./for-cluster.ts"

const folder = join(import.meta.dirname, "migrations")

type Run = {
  /** Name of the cluster that the tables are for. */
  cluster: string | undefined
  command(sql: string): Promise<void>
  /** The names of those that were applied before. */
  applied(): Promise<string[]>
  record(name: string): Promise<void>
}

const journal = `CREATE TABLE IF NOT EXISTS wk_migrations (
  Name String, AppliedAt DateTime DEFAULT now()
) ENGINE = ReplacingMergeTree ORDER BY Name`

/** Applies the numbered files that the store has not seen. Each statement can run twice, so two processes may. */
export async function migrateStore({ cluster, command, applied, record }: Run): Promise<string[]> {
  for (const statement of forCluster(journal, cluster)) await command(statement)
  const known = new Set(await applied())
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted()
  const fresh = names.filter((name) => !known.has(name))
  for (const name of fresh) {
    const text = await readFile(join(folder, name), "utf8")
    for (const statement of text.split(/;\s*\n/)) {
      if (statement.trim() === "") continue
      for (const one of forCluster(statement, cluster)) await command(one)
    }
    await record(name)
  }
  return fresh
}

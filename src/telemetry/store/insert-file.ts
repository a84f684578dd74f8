import { createReadStream } from "node:fs"
import { resolve } from "node:path"
import type { ClickHouseClient, ClickHouseSettings } from "@clickhouse/client"

/** What a file has, and under which token it counts once. */
export type FileOfRows = {
  table: string
  columns: readonly string[]
  /** A text before the columns of each row, which is left out. */
  skipped: string
  token: string
}

/** One thread makes the same blocks each time: the engine knows what is repeated by the token and a block's number. */
const settings = {
  async_insert: 0,
  max_threads: 1,
  max_insert_threads: "1",
  deduplicate_blocks_in_dependent_materialized_views: 1,
} satisfies ClickHouseSettings

/** Inserts files. The embedded engine reads them itself, a server gets their bytes. */
export function createInsertFile(server: { cluster: string | undefined } | null) {
  const ofCluster: ClickHouseSettings =
    server?.cluster === undefined ? {} : { distributed_foreground_insert: 1 }
  const typesOf = new Map<string, ReadonlyMap<string, string>>()

  async function readTypes(client: ClickHouseClient, table: string) {
    const result = await client.query({
      query:
        "SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = {table:String}",
      query_params: { table },
      format: "JSONEachRow",
    })
    const rows = await result.json<{ name: string; type: string }>()
    const types = new Map(rows.map(({ name, type }) => [name, type]))
    if (types.size > 0) typesOf.set(table, types)
    return types
  }

  return async (
    client: ClickHouseClient,
    path: string,
    { table, columns, skipped, token }: FileOfRows,
  ): Promise<void> => {
    const types = typesOf.get(table) ?? (await readTypes(client, table))
    const typed = columns.map((one) => `\`${one}\` ${types.get(one)}`)
    const list = columns.map((one) => `\`${one}\``).join(", ")
    const into = `INSERT INTO ${table} (${list}) SELECT ${list}`
    const shared = {
      query_params: {
        path: resolve(path),
        structure: [`\`${skipped}\` String`, ...typed].join(", "),
      },
      clickhouse_settings: { ...settings, ...ofCluster, insert_deduplication_token: token },
    }
    if (server === null) {
      const from = "FROM file({path:String}, 'RowBinary', {structure:String})"
      await client.command({ ...shared, query: `${into} ${from}` })
      return
    }
    const { stream } = await client.exec({
      ...shared,
      query: `${into} FROM input({structure:String}) FORMAT RowBinary`,
      values: createReadStream(path),
    })
    for await (const _ of stream) continue
  }
}

import { say } from "../../findings/say.ts"
import { readFile } from "node:fs/promises"
import { Readable } from "node:stream"
import type { ClickHouseClient, ClickHouseSettings } from "@clickhouse/client"
import { z } from "zod"
import type { Env } from "../../platform/env.ts"
import { readClickhouse } from "../../platform/service-urls.ts"
import { onCluster } from "./for-cluster.ts"
import { createInsertFile, type FileOfRows } from "./insert-file.ts"
import { migrateStore } from "./migrate-store.ts"
import { frontFile } from "./front-file.ts"

/** The store did not answer, or cannot take part now; its message is fit for users. */
export class StoreUnavailable extends Error {
  readonly code: "telemetry_store_unavailable" | "telemetry_store_not_started"
  constructor(code: StoreUnavailable["code"], cause?: unknown) {
    super(wordsOf(cause) ?? say([{ code, parameters: {} }]), { cause })
    this.code = code
  }
}

/** The store refused a statement. `code` is ClickHouse's number. */
export class StoreRefusal extends Error {
  readonly code: number
  constructor(message: string, code: number, cause: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** Codes of ClickHouse for queries beyond their bounds: rows, time, memory, bytes. */
const tooExpensive = new Set([158, 159, 160, 241, 307, 396])

export const isTooExpensive = (error: unknown): boolean =>
  error instanceof StoreRefusal && tooExpensive.has(error.code)

type Settings = ClickHouseSettings & Record<string, string | number>
export type Store = ReturnType<typeof createStore>

/** Loaded when a store is first used: most processes use none. */
const load = () => import("@clickhouse/client")

const front = z.object({ url: z.string(), password: z.string() })

/**
 * The telemetry store: a ClickHouse server at CLICKHOUSE_URL, or the embedded engine of this machine. It connects and
 * migrates when it is first used.
 */
export function createStore({
  CLICKHOUSE_URL,
  DATA_DIR,
}: Pick<Env, "CLICKHOUSE_URL" | "DATA_DIR">) {
  const server = CLICKHOUSE_URL === undefined ? null : readClickhouse(CLICKHOUSE_URL)
  const insertFile = createInsertFile(server)
  let client: ClickHouseClient | null = null
  let opening: Promise<ClickHouseClient> | null = null

  async function connect(): Promise<ClickHouseClient> {
    const { ClickHouseLogLevel, createClient } = await load()
    const shared = {
      request_timeout: 30_000,
      max_open_connections: 16,
      application: "watchkeeper",
      log: { level: ClickHouseLogLevel.OFF },
    }
    if (server !== null) return createClient({ ...shared, url: server.url })
    let text: string
    try {
      text = await readFile(frontFile(DATA_DIR), "utf8")
    } catch (error) {
      throw new StoreUnavailable("telemetry_store_not_started", error)
    }
    return createClient({ ...shared, ...front.parse(JSON.parse(text)) })
  }

  async function open(): Promise<ClickHouseClient> {
    const made = await connect()
    try {
      await migrateStore({
        command: (query) => made.command({ query }).then(() => undefined),
        cluster: server?.cluster,
        applied: async () => {
          const result = await made.query({
            query: "SELECT Name FROM wk_migrations FINAL",
            format: "JSONEachRow",
          })
          return (await result.json<{ Name: string }>()).map(({ Name }) => Name)
        },
        record: (name) =>
          made
            .insert({ table: "wk_migrations", values: [{ Name: name }], format: "JSONEachRow" })
            .then(() => undefined),
      })
    } catch (error) {
      await made.close()
      throw error
    }
    client = made
    return made
  }

  /** Opens once for all who ask at the same time. */
  function ready(): Promise<ClickHouseClient> {
    if (client !== null) return Promise.resolve(client)
    opening ??= open().finally(() => {
      opening = null
    })
    return opening
  }

  async function attempt<T>(work: (client: ClickHouseClient) => Promise<T>): Promise<T> {
    try {
      return await work(await ready())
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      const { ClickHouseError } = await load()
      if (error instanceof ClickHouseError)
        throw new StoreRefusal(error.message, Number(error.code), error)
      // The embedded store may come back at another port.
      const last = client
      client = null
      void last?.close()
      throw new StoreUnavailable("telemetry_store_unavailable", error)
    }
  }

  return {
    ready: () => attempt(() => Promise.resolve()),

    query: <T>(
      sql: string,
      params: Record<string, unknown>,
      settings: Settings = {},
    ): Promise<T[]> =>
      attempt(async (client) => {
        const result = await client.query({
          query: sql,
          query_params: params,
          clickhouse_settings: settings,
          format: "JSONEachRow",
        })
        return result.json<T>()
      }),

    command: (sql: string, params: Record<string, unknown> = {}): Promise<void> =>
      attempt(async (client) => {
        await client.command({ query: sql, query_params: params })
      }),

    /** Inserts a file of rows in RowBinary once, however often it is called with the same token; rollups included. */
    insertFile: (path: string, rows: FileOfRows): Promise<void> =>
      attempt((client) => insertFile(client, path, rows)),

    /** The result of a statement in the format Native. */
    readNative: (sql: string): Promise<Buffer> =>
      attempt(async (client) => {
        const { stream } = await client.exec({ query: `${sql} FORMAT Native` })
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk as Buffer)
        return Buffer.concat(chunks)
      }),

    /** Inserts rows in the format Native as they are, also those that are there already. */
    insertNative: (table: string, columns: readonly string[], rows: Buffer): Promise<void> =>
      attempt(async (client) => {
        const { stream } = await client.exec({
          query: `INSERT INTO ${table} (${columns.map((one) => `\`${one}\``).join(", ")}) FORMAT Native`,
          values: Readable.from([rows]),
          clickhouse_settings: { async_insert: 0, insert_deduplicate: 0, optimize_on_insert: 0 },
        })
        for await (const _ of stream) continue
      }),

    /**
     * Deletes rows from every table with a ProjectId. `{time}` in the condition stands for the column of the rows' time.
     */
    async deleteRows(condition: string, params: Record<string, unknown>): Promise<void> {
      const tables = await attempt(async (client) => {
        const result = await client.query({ query: tablesOfProjects, format: "JSONEachRow" })
        return result.json<{ table: string; time: string }>()
      })
      for (const { table, time } of tables) {
        const where = condition.replace("{time}", time)
        await attempt(async (client) => {
          const [{ rows } = { rows: 0 }] = await client
            .query({
              query: `SELECT toUInt32(count() > 0) AS rows FROM ${table} WHERE ${where}`,
              query_params: params,
              format: "JSONEachRow",
            })
            .then((result) => result.json<{ rows: number }>())
          // A mutation rewrites parts, even where nothing matches.
          if (rows === 0) return
          await client.command({
            query: `ALTER TABLE ${table}${onCluster(server?.cluster)} DELETE WHERE ${where}`,
            query_params: params,
            clickhouse_settings: { mutations_sync: "0" },
          })
        })
      }
    },

    async close(): Promise<void> {
      const last = client
      client = null
      await last?.close()
    },
  }
}

/** Tables that hold rows themselves, with the column of the rows' time; of a cluster these are the local ones. */
/** Tables that a backup or a restore makes for itself begin with it. */
export const copyPrefix = "wk_copy_"

const tablesOfProjects = `
  SELECT table, any(name) AS time FROM system.columns
   WHERE database = currentDatabase() AND name IN ('Timestamp', 'TimeUnix', 'Minute', 'Start')
     AND NOT startsWith(table, '${copyPrefix}')
     AND table IN (SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree')
     AND table IN (SELECT table FROM system.columns WHERE database = currentDatabase() AND name = 'ProjectId')
   GROUP BY table ORDER BY table`

/** A front without an engine answers in words; everything else is about a connection. */
const wordsOf = (error: unknown): string | null =>
  error instanceof Error && /telemetry store/.test(error.message) ? error.message : null

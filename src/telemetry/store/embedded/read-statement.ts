/** A statement as ClickHouse's HTTP interface takes it. */
export type Statement = {
  queryId: string
  /** SET statements for its settings and parameters. */
  prelude: string
  sql: string
  format: string
}

/** Parameters of the interface itself; everything else is a setting. */
const reserved = new Set([
  "query",
  "query_id",
  "database",
  "default_format",
  "session_id",
  "session_timeout",
  "compress",
  "decompress",
  "role",
  "user",
  "password",
  "enable_http_compression",
  "http_zlib_compression_level",
  "send_progress_in_http_headers",
  "http_headers_progress_interval_ms",
  "wait_end_of_query",
])

const name = /^[a-zA-Z_][a-zA-Z0-9_]*$/

/** Limits that a client may lower; 64-bit integers are quoted, because JSON numbers lose digits. */
const always: Record<string, string> = {
  async_insert: "0",
  output_format_json_quote_64bit_integers: "1",
  max_result_bytes: String(256 * 1024 * 1024),
}

const quote = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

/** @throws {RangeError} for a name that is no name of a setting. */
export function readStatement(params: URLSearchParams, sql: string): Statement {
  const database = params.get("database") ?? "default"
  if (!name.test(database)) throw new RangeError(`Not the name of a database: ${database}`)
  const settings = new Map(Object.entries(always))
  const bound: string[] = []
  for (const [key, value] of params) {
    if (reserved.has(key)) continue
    if (!name.test(key)) throw new RangeError(`Not the name of a setting: ${key}`)
    if (key.startsWith("param_")) bound.push(`SET ${key}=${quote(value)}`)
    else settings.set(key, value)
  }
  const set = [...settings].map(([key, value]) => `${key}=${quote(value)}`).join(", ")
  return {
    queryId: params.get("query_id") ?? "",
    prelude: [`USE ${database}`, `SET ${set}`, ...bound].join("; "),
    sql,
    format: params.get("default_format") ?? "TabSeparated",
  }
}

/** `INSERT … FORMAT x`, or `INSERT … FROM input(…) FORMAT x`, with its rows in a file; null for every other statement. */
export function insertFromFile(sql: string, path: string): string | null {
  const [, into, structure, given] =
    /^\s*(INSERT\s+INTO\s[^;]*\sFROM\s+)input\(([^;]*)\)\s+FORMAT\s+(\w+)\s*;?\s*$/is.exec(sql) ??
    []
  if (into !== undefined) return `${into}file(${quote(path)}, '${given}', ${structure})`
  const [, head, format] = /^\s*(INSERT\s+INTO\s[^;]*?)\s+FORMAT\s+(\w+)\s*;?\s*$/is.exec(sql) ?? []
  if (head === undefined || format === undefined) return null
  return `${head} FROM INFILE ${quote(path)} FORMAT ${format}`
}

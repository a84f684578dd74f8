/** Decides the server of a row; always the same for the same row, so that a repeated insert is recognized. */
const shardKeys: Readonly<Record<string, string>> = {
  otel_logs: "cityHash64(Timestamp, ServiceName)",
  otel_traces: "cityHash64(TraceId)",
  wk_migrations: "cityHash64(Name)",
}
const metricKey = "cityHash64(MetricName, ServiceName)"

export const onCluster = (cluster: string | undefined): string =>
  cluster === undefined ? "" : ` ON CLUSTER '${cluster}'`

/**
 * A statement of a migration as a cluster needs it: each table is a replicated one on every server, named `…_local`,
 * and a Distributed one over them. Without a cluster, the statement itself.
 */
export function forCluster(statement: string, cluster: string | undefined): string[] {
  if (cluster === undefined) return [statement]
  const view =
    /^\s*(?:--[^\n]*\n)*\s*CREATE MATERIALIZED VIEW IF NOT EXISTS (\w+) TO (\w+) AS\b/.exec(
      statement,
    )
  if (view !== null) {
    return [
      statement
        .replace(/(VIEW IF NOT EXISTS \w+) TO (\w+)/, `$1${onCluster(cluster)} TO $2_local`)
        .replace(/\bFROM (\w+)/, "FROM $1_local"),
    ]
  }
  const change =
    /^\s*(?:--[^\n]*\n)*\s*ALTER TABLE (\w+) (?:ADD INDEX IF NOT EXISTS|MATERIALIZE INDEX) /
  if (change.test(statement)) {
    return [statement.replace(/ALTER TABLE (\w+)/, `ALTER TABLE $1_local${onCluster(cluster)}`)]
  }
  const table = /CREATE TABLE IF NOT EXISTS (\w+)/.exec(statement)?.[1]
  if (table === undefined) {
    throw new Error(`no form for a cluster is known of: ${statement.slice(0, 100)}`)
  }
  const local = statement
    .replace(
      /CREATE TABLE IF NOT EXISTS (\w+)/,
      `CREATE TABLE IF NOT EXISTS $1_local${onCluster(cluster)}`,
    )
    .replace(
      /\bENGINE = (\w*)MergeTree\b/,
      `ENGINE = Replicated$1MergeTree('/clickhouse/tables/{shard}/{database}/${table}_local', '{replica}')`,
    )
    .replace("non_replicated_deduplication_window", "replicated_deduplication_window")
  const key =
    shardKeys[table] ?? (table.startsWith("otel_metrics_") ? metricKey : "cityHash64(ProjectId)")
  const distributed = `CREATE TABLE IF NOT EXISTS ${table}${onCluster(cluster)} AS ${table}_local
ENGINE = Distributed('${cluster}', currentDatabase(), '${table}_local', ${key})`
  return [local, distributed]
}

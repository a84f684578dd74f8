import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { beforeAll, expect, onTestFinished, test } from "vitest"
import { z } from "zod"
import { openTelemetryTarget } from "../../src/cli/telemetry-target.ts"
import type { BackupHead } from "../../src/platform/backup/backup-head.ts"
import type { OpenBackup } from "../../src/platform/backup/open-backup.ts"
import type { Entry } from "../../src/platform/backup/tar.ts"
import { newId } from "../../src/platform/id.ts"
import { recordOf, segmentId, segmentName } from "../../src/telemetry/ingest/segment.ts"
import { decode } from "../../src/telemetry/otlp/decode.ts"
import { transcode } from "../../src/telemetry/otlp/transcode.ts"
import { openTelemetrySnapshot } from "../../src/telemetry/store/copy/dump-telemetry.ts"
import { verifyTelemetry } from "../../src/telemetry/store/copy/verify-telemetry.ts"
import { frontFile } from "../../src/telemetry/store/front-file.ts"
import { createStore } from "../../src/telemetry/store/store.ts"
import { runJson } from "../cli/watchkeeper.ts"
import { logRequest } from "../support/otlp.ts"
import { startStoreRole, stopStoreRole, useTelemetry } from "../support/telemetry.ts"

/** With CLICKHOUSE_URL these run against a server, otherwise against the embedded engine. */
const telemetry = useTelemetry()
const project = newId()
const passphrase = "correct horse battery"
const made = z.object({ name: z.string(), telemetry: z.object({ rows: z.number() }).nullable() })

const emptyHead: BackupHead = {
  format: 1,
  id: newId(),
  version: "0.0.0",
  postgres: "18.0",
  madeAt: new Date(0).toISOString(),
  migrations: [],
  tables: [],
  sequences: [],
  key: null,
  keyFingerprint: "",
  telemetry: null,
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "watchkeeper-telemetry-backup-"))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

beforeAll(async () => {
  await telemetry.store.ready()
  for (const sql of [
    `INSERT INTO otel_logs (ProjectId, RetentionDays, ReceivedAt, ServiceName, Timestamp, SeverityText, Body, LogAttributes)
     SELECT '${project}', 30, now(), 'cart', now() - number * 3600, 'ERROR', concat('line ', toString(number), '\\n"ü"'),
            map('z', toString(number), 'a', 'b', 'm', '') FROM numbers(60)`,
    `INSERT INTO otel_traces (ProjectId, RetentionDays, ReceivedAt, ServiceName, Timestamp, Duration, TraceId, SpanId,
                              SpanName, SpanKind, StatusCode, Events.Timestamp, Events.Name, Events.Attributes)
     SELECT '${project}', 30, now(), 'cart', now() - number * 60, number * 1000, toString(number), toString(number),
            'GET /', 'Server', if(number % 10 = 0, 'Error', 'Ok'), [now()], ['retry'], [map('n', '1')] FROM numbers(90)`,
    `INSERT INTO otel_metrics_gauge (ProjectId, RetentionDays, ReceivedAt, ServiceName, MetricName, TimeUnix, Value)
     SELECT '${project}', 30, now(), 'cart', 'queue.length', now() - number, if(number = 7, nan, number / 3) FROM numbers(20)`,
  ]) {
    await telemetry.store.command(sql)
  }
})

/** What queries answer, with rollups and states of aggregate functions. */
const questions = [
  `SELECT toUInt32(count()) AS n, max(Body) AS last, max(LogAttributes['z']) AS z FROM otel_logs WHERE ProjectId = '${project}'`,
  `SELECT toUInt32(sum(Rows)) AS n, toUInt32(sum(Bytes)) AS bytes FROM wk_log_1m WHERE ProjectId = '${project}'`,
  `SELECT toUInt32(sum(Calls)) AS calls, toUInt32(sum(Errors)) AS errors, toUInt32(sum(DurationSum)) AS spent,
          quantilesTDigestMerge(0.5, 0.95, 0.99)(Latency) AS latency FROM wk_red_1m WHERE ProjectId = '${project}'`,
  `SELECT TraceId, toString(Start) AS start FROM otel_traces_trace_id_ts WHERE ProjectId = '${project}' ORDER BY TraceId`,
  `SELECT MetricName, toUInt32(countIf(isNaN(Value))) AS odd, toUInt32(count()) AS n FROM otel_metrics_gauge
    WHERE ProjectId = '${project}' GROUP BY MetricName`,
]
const answers = (store: Pick<typeof telemetry.store, "query">) =>
  Promise.all(questions.map((sql) => store.query(sql, {})))

const settings = () => ({
  DATABASE_URL: telemetry.api.world.connectionString,
  DATA_DIR: telemetry.env.DATA_DIR,
  SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
  BACKUP_PASSPHRASE: passphrase,
  ...(telemetry.env.CLICKHOUSE_URL === undefined
    ? {}
    : { CLICKHOUSE_URL: telemetry.env.CLICKHOUSE_URL }),
})

/** A segment that a process acknowledged before it was killed. */
async function leaveSegment(dataDir: string, body: string): Promise<void> {
  const spool = join(dataDir, "telemetry/spool", newId())
  await mkdir(spool, { recursive: true })
  const request = Buffer.from(JSON.stringify(logRequest([body])))
  const { bytes } = transcode("logs", request)
  const owner = { projectId: project, retentionDays: 30, rules: [] }
  const { blocks } = decode("logs", bytes, owner, Date.now())
  for (const block of blocks) {
    const path = join(spool, segmentName(segmentId(newId(), block.table)))
    await writeFile(path, Buffer.concat(recordOf(block)))
  }
}

test("a backup with telemetry is verified, and restores elsewhere with the same answers", async () => {
  await leaveSegment(telemetry.env.DATA_DIR, "left in the spool")
  const backups = await folder()
  const answer = made.parse(
    await runJson(["backup", "--scheduled", new Date().toISOString()], {
      ...settings(),
      BACKUP_URL: `${pathToFileURL(backups).href}?telemetry=on`,
    }),
  )
  expect(answer.telemetry?.rows).toBeGreaterThan(60 + 90 + 90 + 20)
  const before = await answers(telemetry.store)
  // The clones are gone, and what was in the spool is stored.
  expect(JSON.stringify(before)).toContain('"n":61')
  expect(
    await telemetry.store.query(
      "SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, 'wk_copy_')",
      {},
    ),
  ).toEqual([])

  const file = join(backups, answer.name)
  const data = join(await folder(), "data")
  const restored = await runJson(["restore", file], {
    DATA_DIR: data,
    BACKUP_PASSPHRASE: passphrase,
  })
  expect(restored).toMatchObject({ telemetry: { rows: answer.telemetry?.rows } })
  const role = await startStoreRole(data)
  onTestFinished(() => stopStoreRole(role))
  const store = createStore({ DATA_DIR: data, CLICKHOUSE_URL: undefined })
  onTestFinished(() => store.close())
  expect(await answers(store)).toEqual(before)
})

/** The store as a server of one's own, with a database of that name. */
async function serverOf(database: string): Promise<string> {
  const { CLICKHOUSE_URL, DATA_DIR } = telemetry.env
  const front = z.object({ url: z.string(), password: z.string() })
  const { url, password } =
    CLICKHOUSE_URL === undefined
      ? front.parse(JSON.parse(await readFile(frontFile(DATA_DIR), "utf8")))
      : { url: CLICKHOUSE_URL, password: "" }
  const made = new URL(url)
  if (password !== "") Object.assign(made, { username: "default", password })
  made.pathname = `/${database}`
  return made.href
}

async function* replay(entries: readonly Entry[]): AsyncGenerator<Entry> {
  yield* entries
}

test("a server of one's own is backed up, verified and restored over HTTP", async () => {
  const snapshot = await openTelemetrySnapshot(telemetry.store)
  // What arrives later is in the next backup.
  await telemetry.store.command(
    `INSERT INTO otel_metrics_gauge (ProjectId, ReceivedAt, ServiceName, MetricName, TimeUnix, Value)
     SELECT '${newId()}', now(), 'late', 'late', now(), number FROM numbers(5)`,
  )
  const entries = await Array.fromAsync(snapshot.entries())
  await snapshot.close()
  const head = { ...emptyHead, telemetry: snapshot.head }
  const open = (list: readonly Entry[]): OpenBackup => ({
    head,
    entries: replay(list),
    isHeadVerified: false,
    key: null,
    close: () => Promise.resolve(),
  })

  const env = { ...telemetry.env, CLICKHOUSE_URL: await serverOf("default") }
  expect(await verifyTelemetry(env, open(entries), "")).toEqual({
    tables: snapshot.head.tables.length,
    rows: snapshot.rows(),
  })
  const lost = entries.findIndex(({ name }) => name.startsWith("telemetry/wk_red_1m/"))
  await expect(verifyTelemetry(env, open(entries.toSpliced(lost, 1)), "")).rejects.toThrow(
    /damaged: wk_red_1m has 0 rows and should have 90/,
  )
  const databases = await telemetry.store.query("SELECT name FROM system.databases", {})
  expect(JSON.stringify(databases)).not.toContain("watchkeeper_verify")

  await telemetry.store.command("DROP DATABASE IF EXISTS restored")
  await telemetry.store.command("CREATE DATABASE restored")
  onTestFinished(() => telemetry.store.command("DROP DATABASE restored"))
  const fresh = { ...env, CLICKHOUSE_URL: await serverOf("restored") }
  const short = await openTelemetryTarget(fresh, open(entries.slice(0, -1)))
  await short?.requireEmpty()
  await expect(short?.load()).rejects.toThrow(
    /ends before its telemetry does\. .* add --without-telemetry to finish without it/,
  )
  await short?.close()
  // Interrupted after its last partition, it is repeated as a whole.
  for (const _ of [1, 2]) {
    const target = await openTelemetryTarget(fresh, open(entries))
    expect(await target?.load()).toMatchObject({ rows: snapshot.rows() })
    await expect(target?.requireEmpty()).rejects.toThrow(/never overwrites data/)
    await target?.close()
  }
  const store = createStore(fresh)
  expect(await answers(store)).toEqual(await answers(telemetry.store))
  await store.close()
})

test("a cluster is not backed up, and it says what to do instead", async () => {
  const env = { ...telemetry.env, CLICKHOUSE_URL: "http://127.0.0.1:1/?cluster=main" }
  await expect(
    openTelemetryTarget(env, {
      head: { ...emptyHead, telemetry: { tables: [] } },
      entries: replay([]),
      isHeadVerified: false,
      key: null,
      close: () => Promise.resolve(),
    }),
  ).rejects.toThrow(/Back it up with ClickHouse's own BACKUP … ON CLUSTER/)
})

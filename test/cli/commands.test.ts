import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { z } from "zod"
import { answerWith } from "../support/listeners.ts"
import { cloneDatabase } from "../support/world.ts"
import { makeFolder, run, runJson, type Settings } from "./watchkeeper.ts"

/** The commands as real processes on their own database, without a server. */

const held = { settings: {} as Settings, projectId: "", end: () => Promise.resolve() }
const made = z.object({ id: z.uuid() })
const aTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
const anId = expect.stringMatching(/^[0-9a-f-]{36}$/)

beforeAll(async () => {
  const [database, folder] = await Promise.all([cloneDatabase(), makeFolder()])
  held.settings = {
    DATABASE_URL: database.connectionString,
    DATA_DIR: folder.path,
    BASE_URL: "https://watch.example",
    REACHABLE_RANGES: "127.0.0.0/8",
  }
  held.end = async () => {
    await database.drop()
    await folder.remove()
  }
  const project = await runJson(["project", "create", "--name", "Shop"], held.settings)
  held.projectId = made.parse(project).id
})
afterAll(() => held.end())

test("creates and lists a project with the field names of the REST API", async () => {
  const other = await runJson(["project", "create", "--name", "A", "--plan", "free"], held.settings)
  expect(other).toEqual({
    id: anId,
    name: "A",
    plan: "free",
    created_at: aTime,
    updated_at: aTime,
  })
  expect(await runJson(["project", "list"], held.settings)).toEqual([
    other,
    { id: held.projectId, name: "Shop", plan: "pro", created_at: aTime, updated_at: aTime },
  ])
  const words = await run(["project", "list"], held.settings)
  expect(words.stdout.split("\n")[0]).toMatch(/^id +name +plan$/)
})

test("shows a key of each class once, with its scopes", async () => {
  const create = (...args: string[]) =>
    runJson(["key", "create", "--project", held.projectId, ...args], held.settings)
  const scopes = "monitors:read, incidents:read"
  expect(
    await create("--class", "public", "--scopes", scopes, "--name", "Dashboard on the wall"),
  ).toEqual({
    id: anId,
    project_id: held.projectId,
    name: "Dashboard on the wall",
    class: "public",
    scopes: ["monitors:read", "incidents:read"],
    label_ids: [],
    allowed_origins: [],
    requests_per_minute: null,
    hint: expect.stringMatching(/^[\w-]{8}$/),
    expires_at: null,
    created_at: aTime,
    key: expect.stringMatching(/^watchkeeper_live_[\w-]{43}$/),
  })
  expect(await create("--class", "legacy")).toMatchObject({
    scopes: [],
    key: expect.stringMatching(/^watchkeeper_legacy_[\w-]{43}$/),
  })
  const web = ["--origins", "https://shop.example", "--requests-per-minute", "600"]
  expect(await create("--class", "ingestion", ...web)).toMatchObject({
    allowed_origins: ["https://shop.example"],
    requests_per_minute: 600,
    key: expect.stringMatching(/^watchkeeper_ingest_[\w-]{43}$/),
  })
})

test("creates, lists and checks a monitor, and stores what the check found", async () => {
  const answer = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok"
  const site = await answerWith((socket) => socket.end(answer))
  const url = `http://127.0.0.1:${site.port}/`
  const target = ["--type", "http", "--name", "Site", "--url", url, "--failure-threshold", "3"]
  const monitor = await runJson(
    ["monitor", "create", "--project", held.projectId, ...target, "--interval", "90m"],
    held.settings,
  )
  expect(monitor).toEqual({
    id: anId,
    project_id: held.projectId,
    name: "Site",
    description: "",
    monitor_type: "http",
    status: { name: "unknown", color: "#6b7280" },
    active_monitoring_disabled: false,
    url,
    host: null,
    port: null,
    dns_record_type: null,
    monitoring_interval: "90m",
    request_timeout_seconds: 10,
    failure_threshold: 3,
    recovery_threshold: 1,
    heartbeat_interval_minutes: null,
    heartbeat_grace_minutes: null,
    heartbeat_url: null,
    last_check_at: null,
    created_at: aTime,
    updated_at: aTime,
  })
  const { id } = made.parse(monitor)
  const check = await runJson(["monitor", "check", id], held.settings)
  expect(check).toMatchObject({
    monitor_id: id,
    started_at: aTime,
    status: { name: "operational" },
    failure_class: null,
    reason: null,
    attempts: 1,
    http_status: 200,
    address: "127.0.0.1",
    phases: { dns_ms: null, connect_ms: expect.any(Number), tls_ms: null },
    egress: null,
  })
  await site.close()
  const list = await runJson(["monitor", "list", "--project", held.projectId], held.settings)
  expect(list).toMatchObject([
    { id, status: { name: "operational", color: "#079455" }, last_check_at: aTime },
  ])
  const words = await run(["monitor", "check", id], held.settings)
  expect(words).toMatchObject({ code: 0, stderr: "" })
  expect(words.stdout).toMatch(/^Site is offline: .+\n {2}took {6}[\d.]+ ms/)
})

test("creates and lists a monitor on telemetry, and names the option that is wrong", async () => {
  const create = ["monitor", "create", "--project", held.projectId, "--type", "metric"]
  const target = ["--metric", "queue.length", "--instrument", "gauge", "--measure", "max"]
  const bounds = ["--above", "99.5", "--minutes", "10", "--windows", "3", "--failing", "2"]
  const named = ["--name", "Queue", "--query", "service:cart"]
  const monitor = await runJson([...create, ...named, ...target, ...bounds], held.settings)
  expect(monitor).toMatchObject({
    monitor_type: "metric",
    telemetry: {
      query: "service:cart",
      measure: "max",
      metric: "queue.length",
      instrument: "gauge",
      by: null,
      comparison: "above",
      threshold: 99.5,
      minutes: 10,
      windows: 3,
      failing: 2,
    },
  })
  const { stdout } = await run(["monitor", "list"], held.settings)
  expect(stdout).toMatch(/Queue +metric +1m +queue\.length service:cart/)
  const log = ["monitor", "create", "--project", held.projectId, "--type", "log", "--name", "Log"]
  const wrong = async (...args: string[]) => (await run([...log, ...args], held.settings)).stderr
  expect(await wrong()).toContain("--measure is required for log monitors.")
  expect(await wrong("--measure", "records")).toContain("Give either --above or --below")
  expect(await wrong("--measure", "records", "--above", "x")).toContain(
    "--above or --below must be a number.",
  )
  expect(
    await wrong("--measure", "records", "--above", "0", "--query", "service:cart level>=eror"),
  ).toContain("--query")
})

test("prints the ping URL of a heartbeat", async () => {
  const target = ["--type", "heartbeat", "--name", "Backup", "--heartbeat-interval-minutes", "60"]
  const monitor = await runJson(
    ["monitor", "create", "--project", held.projectId, ...target],
    held.settings,
  )
  expect(monitor).toMatchObject({
    heartbeat_interval_minutes: 60,
    heartbeat_grace_minutes: 1,
    heartbeat_url: expect.stringMatching(/^https:\/\/watch\.example\/ping\/[\w-]{43}$/),
  })
  const { id } = monitor as { id: string }
  expect(await run(["monitor", "check", id], held.settings)).toEqual({
    code: 1,
    stdout: "",
    stderr:
      "A heartbeat can be checked only while Watchkeeper is running, because pings arrive only then.\n",
  })
})

test("an account takes over projects without members, and later projects", async () => {
  const person = ["account", "create", "--email", "Ann@Example.org", "--name", "Ann"]
  const account = await run([...person, "--password-stdin", "--json"], held.settings, {
    input: "correct horse battery\n",
  })
  expect({ ...account, stdout: JSON.parse(account.stdout) }).toEqual({
    code: 0,
    stderr: "",
    stdout: {
      id: anId,
      email: "ann@example.org",
      name: "Ann",
      created_at: aTime,
      password: null,
      projects: [
        { id: anId, name: "A" },
        { id: held.projectId, name: "Shop" },
      ],
    },
  })
  expect(await run([...person, "--json"], held.settings)).toEqual({
    code: 1,
    stdout: "",
    stderr:
      '{"error":{"code":"conflict","message":"ann@example.org already has an account.","errors":[]}}\n',
  })
  const words = await run(["project", "create", "--name", "Later"], held.settings)
  expect(words.stdout).toContain("Owner: Ann (ann@example.org)")
})

test("a link to choose a new password is printed for an account", async () => {
  const reset = ["account", "reset-password", "--email"]
  const link = await runJson([...reset, "Ann@example.org"], held.settings)
  const url = expect.stringMatching(/^https:\/\/watch\.example\/password\/[\w-]{32}$/)
  expect(link).toEqual({ url, expires_at: aTime })
  expect(await run([...reset, "bob@example.org"], held.settings)).toEqual({
    code: 1,
    stdout: "",
    stderr: "There is no such account.\n",
  })
})

test("reports a broken rule by option name on standard error, with exit code 1", async () => {
  const create = ["monitor", "create", "--project", held.projectId, "--name", "X"]
  const wrong = [...create, "--type", "tcp", "--host", "a b", "--port", "x", "--interval", "30s"]
  const words = await run(wrong, held.settings)
  expect(words).toMatchObject({ code: 1, stdout: "" })
  expect(words.stderr).toMatch(/--host must .+ --port must be a whole number from 1 to 65535\./)
  expect(words.stderr).toContain("--interval must be whole minutes, hours or days from 1m to 24h")

  const json = await run([...create, "--type", "fax", "--json"], held.settings)
  expect(json).toMatchObject({ code: 1, stdout: "" })
  expect(JSON.parse(json.stderr)).toEqual({
    error: {
      code: "validation_failed",
      message: "--type must be one of http, tcp, ping, dns, tls, heartbeat, log, trace, metric.",
      errors: [
        {
          pointer: "#/kind",
          detail: "must be one of http, tcp, ping, dns, tls, heartbeat, log, trace, metric",
        },
      ],
    },
  })
  expect((await run(["monitor", "list", "--project", "x"], held.settings)).stderr).toBe(
    "--project must be a UUID.\n",
  )
  const missing = await run(["monitor", "check", crypto.randomUUID()], held.settings)
  expect(missing).toEqual({ code: 1, stdout: "", stderr: "There is no such monitor.\n" })
  expect(await run([...create, "--type", "tcp", "--color", "red"], held.settings)).toEqual({
    code: 2,
    stdout: "",
    stderr: "Unknown option '--color'.\n",
  })
})

test("exports and verifies the audit log", async () => {
  const { settings, projectId } = held
  const ofProject = ["--project", projectId]
  const exported = await run(["audit", "export", ...ofProject, "--from", "2026-01-01"], settings)
  const lines = exported.stdout.trimEnd().split("\n")
  expect(lines.map((line) => z.object({ seq: z.int() }).parse(JSON.parse(line)).seq)).toEqual(
    lines.map((_, at) => at + 1),
  )
  expect(exported.stdout).toContain('"action":"audit_log.exported"')
  const file = join(settings["DATA_DIR"] ?? "", "audit.jsonl")
  await writeFile(file, exported.stdout)
  const all = await run(["audit", "verify"], settings)
  expect([all.code, all.stdout]).toEqual([0, expect.stringContaining("the chain is intact")])
  const [, head = ""] = /Shop [^]*?Head: (\d+:[0-9a-f]{64})/.exec(all.stdout) ?? []
  for (const args of [ofProject, ["--file", file]]) {
    const found = await run(["audit", "verify", ...args, "--expect-head", head], settings)
    expect([found.code, found.stdout]).toEqual([0, expect.stringContaining(head)])
  }
  const client = new pg.Client({ connectionString: settings["DATABASE_URL"] })
  await client.connect()
  await client.query("update audit_entry set actor_name = 'x' where project_id = $1 and seq = 1", [
    projectId,
  ])
  await client.end()
  const broken = await run(["audit", "verify", ...ofProject], settings)
  expect([broken.code, broken.stdout]).toEqual([1, expect.stringContaining("Entry 1 was changed")])
  await writeFile(file, exported.stdout.replace("command line", "x"))
  const forged = await run(["audit", "verify", "--file", file, "--json"], settings)
  expect([forged.code, JSON.parse(forged.stdout)]).toMatchObject([1, { ok: false }])
  const wrong = await run(["audit", "verify", "--expect-head", "nonsense"], settings)
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("--expect-head must be")])
})

import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { gunzipSync } from "node:zlib"
import { request } from "node:http"
import { beforeAll, expect, test } from "vitest"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { revokeKey } from "../../src/graphql/workspace/key/revoke.ts"
import { newId } from "../../src/platform/id.ts"
import { makeKey, useApi } from "../support/api.ts"
import { ensureProgram } from "../support/apt.ts"
import { checkOf, insertMonitor, offline } from "../support/checks.ts"
import { maintain } from "../support/history.ts"
import { makeMonitorRow } from "../support/monitor-row.ts"
import { soon } from "../support/soon.ts"
import { makeProject } from "../support/world.ts"

const api = useApi()
const programs = { promtool: "", prometheus: "" }
// Installing them takes a while.
beforeAll(async () => {
  programs.promtool = await ensureProgram("promtool", "prometheus")
  programs.prometheus = await ensureProgram("prometheus", "prometheus")
})
const dayMs = 86_400_000

async function makeScraped(plan: "free" | "pro" = "pro") {
  const { id: projectId } = await makeProject(api.world, plan)
  const made = await createKey(api.world.system, { projectId, class: "legacy", name: "prometheus" })
  return { projectId, keyId: made.key.id, token: made.token }
}

const scrape = (query: string, token?: string, headers: Record<string, string> = {}) =>
  fetch(`${api.address}/api/metrics${query}`, {
    headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
  })

const at = (secondsAgo: number) => new Date(Math.floor(Date.now() / 1000 - secondsAgo) * 1000)

/** A project with a monitor in every state that the metrics distinguish. */
async function makeShop() {
  const scraped = await makeScraped()
  const { projectId } = scraped
  const { services } = api.world
  const checkedAt = at(30)
  const expiresAt = new Date(checkedAt.getTime() + 20 * dayMs)
  const well = await insertMonitor(api.world, projectId, { name: 'A "shop"\\\n{x}' })
  const down = await insertMonitor(api.world, projectId, { name: "B", mutedUntil: at(-600) })
  const fresh = await insertMonitor(api.world, projectId, { name: "C" })
  const paused = await makeMonitorRow(api.world, projectId, { name: "D", pausedAt: new Date() })
  await makeMonitorRow(api.world, projectId, { name: "gone", deletedAt: new Date() })
  await makeMonitorRow(api.world, (await makeProject(api.world)).id, { name: "theirs" })
  await maintain(api.world, { id: fresh.id, projectId }, at(60), at(-60))
  await recordChecks(services, [
    checkOf(well, checkedAt, {
      durationMs: 62.5,
      phases: { dnsMs: 2, connectMs: 10.5, tlsMs: null, firstByteMs: 48, transferMs: 0.25 },
      certificate: {
        subject: "CN=shop.example",
        issuer: "CN=authority.example",
        names: ["shop.example"],
        validFrom: "2026-01-01T00:00:00.000Z",
        expiresAt: expiresAt.toISOString(),
        fingerprint256: newId(),
      },
    }),
    checkOf(down, at(120), offline),
    checkOf(down, at(60), offline),
  ])
  return { ...scraped, well, down, fresh, paused, checkedAt }
}

const status = (name: string) =>
  Object.fromEntries(
    ["operational", "degraded", "offline", "unknown"].map((one) => [
      `status ${one}`,
      Number(one === name),
    ]),
  )

/** The samples of a response: the metric's name, its labels except the first three, and the value. */
function samplesOf(text: string, id: string): Record<string, number> {
  const samples: Record<string, number> = {}
  for (const line of text.split("\n")) {
    const [, name = "", labels = "", value] =
      /^watchkeeper_monitor_(\w+)\{(.*)\} (\S+)$/.exec(line) ?? []
    if (!labels.startsWith(`id="${id}"`)) continue
    const more = /,type="\w+"(?:,\w+="(\w+)")?$/.exec(labels)?.[1]
    samples[more === undefined ? name : `${name} ${more}`] = Number(value)
  }
  return samples
}

test("each monitor has its status, response times by phase, uptime and certificate", async () => {
  const { projectId, token, well, down, fresh, paused, checkedAt } = await makeShop()
  const response = await scrape(`?projectId=${projectId}`, token)
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ])
  expect(response.headers.get("cache-control")).toBe("no-store")
  const text = await response.text()
  const calm = { paused: 0, muted: 0, maintenance: 0 }
  const uncorrected = { "uptime_excluded_seconds 24h": 0, "uptime_excluded_seconds 30d": 0 }
  const unseen = {
    "uptime_coverage_ratio 24h": 0,
    "uptime_coverage_ratio 30d": 0,
    ...uncorrected,
  }
  expect(samplesOf(text, well.id)).toEqual({
    ...status("operational"),
    up: 1,
    ...calm,
    last_check_timestamp_seconds: checkedAt.getTime() / 1000,
    response_seconds: 0.0625,
    "phase_seconds dns": 0.002,
    "phase_seconds connect": 0.0105,
    "phase_seconds first_byte": 0.048,
    "phase_seconds transfer": 0.00025,
    certificate_expires_in_seconds: expect.closeTo(20 * 86_400 - 30, -2),
    "uptime_ratio 24h": 1,
    "uptime_ratio 30d": 1,
    "uptime_coverage_ratio 24h": expect.any(Number),
    "uptime_coverage_ratio 30d": expect.any(Number),
    ...uncorrected,
  })
  expect(samplesOf(text, down.id)).toMatchObject({
    ...status("offline"),
    up: 0,
    ...calm,
    muted: 1,
    "uptime_ratio 24h": 0,
  })
  expect(samplesOf(text, down.id)).not.toHaveProperty("response_seconds")
  expect(samplesOf(text, fresh.id)).toEqual({
    ...status("unknown"),
    ...calm,
    maintenance: 1,
    ...unseen,
  })
  expect(samplesOf(text, paused.id)).toEqual({
    ...status("unknown"),
    ...calm,
    paused: 1,
    ...unseen,
  })
  expect(text).toContain(String.raw`{id="${well.id}",name="A \"shop\"\\\n{x}",type="tcp"} 1`)
  expect(text).toContain("watchkeeper_monitors{} 4\n")
  expect(text).not.toMatch(/gone|theirs|127\.0\.0\.1/)
})

test("every project also gets the metrics of the installation", async () => {
  const { projectId, token } = await makeScraped()
  const text = await (await scrape(`?projectId=${projectId}`, token)).text()
  for (const queue of ["event", "webhook", "page", "notice"]) {
    expect(text).toMatch(
      new RegExp(`^watchkeeper_outbox_oldest_due_seconds{queue="${queue}"} \\d`, "m"),
    )
  }
  expect(text).toMatch(/^watchkeeper_escalation_faults\{\} 0$/m)
  expect(text).toContain("# TYPE watchkeeper_escalation_faults_found_total counter\n")
})

test("promtool finds no problems", async () => {
  const { projectId, token } = await makeShop()
  const text = await (await scrape(`?projectId=${projectId}`, token)).text()
  const checked = execFile(programs.promtool, ["check", "metrics"])
  const said: Buffer[] = []
  checked.stderr?.on("data", (chunk: Buffer) => said.push(chunk))
  checked.stdin?.end(text)
  const [code] = await once(checked, "close")
  expect([code, said.join("")]).toEqual([0, ""])
})

test("a real Prometheus scrapes it with the key as its bearer token", async () => {
  const { projectId, token, well } = await makeShop()
  const folder = await mkdtemp(join(tmpdir(), "prometheus-"))
  const config = {
    scrape_configs: [
      {
        job_name: "watchkeeper",
        scrape_interval: "1s",
        scrape_timeout: "1s",
        metrics_path: "/api/metrics",
        params: { projectId: [projectId] },
        authorization: { credentials: token },
        static_configs: [{ targets: [new URL(api.address).host] }],
      },
    ],
  }
  await writeFile(join(folder, "config.yml"), JSON.stringify(config))
  const prometheus = spawn(
    programs.prometheus,
    [
      `--config.file=${join(folder, "config.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      "--web.listen-address=127.0.0.1:0",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  )
  try {
    const address = await listening(prometheus.stderr)
    const ask = async () => {
      const query = encodeURIComponent(`watchkeeper_monitor_phase_seconds{id="${well.id}"}`)
      const answer = await fetch(`http://${address}/api/v1/query?query=${query}`)
      const { data } = (await answer.json()) as {
        data: { result: { metric: Record<string, string>; value: [number, string] }[] }
      }
      return data.result.map(({ metric, value }) => [metric["name"], metric["phase"], value[1]])
    }
    await expect.poll(ask, { interval: 100 }).toEqual(
      [
        ["connect", "0.0105"],
        ["dns", "0.002"],
        ["first_byte", "0.048"],
        ["transfer", "0.00025"],
      ].map(([phase, value]) => [well.name, phase, value]),
    )
  } finally {
    prometheus.kill()
    await once(prometheus, "close")
    await rm(folder, { recursive: true, force: true })
  }
})

async function listening(log: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: log })) {
    const address = /Listening on.*?(127\.0\.0\.1:\d+)/.exec(line)?.[1]
    if (address !== undefined) {
      log.resume()
      return address
    }
  }
  throw new Error("prometheus ended before it listened")
}

const problem = async (response: Response) => {
  const { request_id: _, ...body } = (await response.json()) as Record<string, unknown>
  return body
}

test("only a legacy key can read it, and only its own project", async () => {
  const { projectId, keyId, token } = await makeScraped("free")
  const query = `?projectId=${projectId}`
  const publicKey = (await makeKey(api.world, projectId)).authorization.slice("Bearer ".length)
  for (const wrong of [undefined, publicKey, `${token}x`, token.replace("legacy", "ingest")]) {
    const response = await scrape(query, wrong)
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"])
    expect(response.headers.get("content-type")).toBe("application/problem+json")
    expect(await problem(response)).toMatchObject({ code: "unauthorized", status: 401 })
  }
  expect((await problem(await scrape(query, publicKey)))["detail"]).toBe(
    "This is a public key, which works for /v1 and /graphql. Use a legacy key instead (watchkeeper_legacy_…).",
  )
  const theirs = await scrape(`?projectId=${(await makeScraped()).projectId}`, token)
  const nobodys = await scrape(`?projectId=${newId()}`, token)
  expect([theirs.status, nobodys.status]).toEqual([404, 404])
  expect(await problem(theirs)).toEqual(await problem(nobodys))
  expect((await scrape(query, token)).status).toBe(200)
  await revokeKey(api.world.system, keyId)
  await soon(async () => (await scrape(query, token)).status).toBe(401)
})

test("a project id that is missing, repeated or not a UUID is named", async () => {
  const { projectId, token } = await makeScraped()
  const once = "must be given once: the id of the key's project"
  for (const [query, detail] of [
    ["", once],
    ["?project_id=1", once],
    [`?projectId=${projectId}&projectId=${projectId}`, once],
    ["?projectId=", "must be a UUID: the id of the key's project"],
    ["?projectId=1%00", "must be a UUID: the id of the key's project"],
  ] as const) {
    const response = await scrape(query, token)
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({
        code: "validation_failed",
        errors: [{ parameter: "projectId", detail }],
      }),
    ])
  }
  expect((await scrape(`?x=1&projectId=${projectId.toUpperCase()}`, token)).status).toBe(200)
})

test("HEAD has no body, other methods are refused, and gzip is used on request", async () => {
  const { projectId, token } = await makeShop()
  const url = `${api.address}/api/metrics?projectId=${projectId}`
  const authorization = `Bearer ${token}`
  const head = await fetch(url, { method: "HEAD", headers: { authorization } })
  expect([head.status, await head.text()]).toEqual([200, ""])
  expect((await fetch(url, { method: "POST", headers: { authorization } })).status).toBe(405)
  const zipped = await new Promise<{ encoding: unknown; body: Buffer }>((resolve, reject) => {
    const headers = { authorization, "accept-encoding": "gzip" }
    request(url, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () =>
        resolve({
          encoding: response.headers["content-encoding"],
          body: Buffer.concat(chunks),
        }),
      )
    })
      .on("error", reject)
      .end()
  })
  expect(zipped.encoding).toBe("gzip")
  expect(gunzipSync(zipped.body).toString()).toContain("# TYPE watchkeeper_monitor_up gauge\n")
})

test("a project that scrapes too often must wait, and others need not", async () => {
  const [busy, calm] = [await makeScraped(), await makeScraped()]
  const answers = []
  for (let n = 0; n < 61; n++)
    answers.push(await scrape(`?projectId=${busy.projectId}`, busy.token))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
  const last = answers.at(-1)
  expect(last?.status).toBe(429)
  expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0)
  expect((await scrape(`?projectId=${calm.projectId}`, calm.token)).status).toBe(200)
})

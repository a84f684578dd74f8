import { get } from "node:http"
import { printTable, spread, type Cell } from "../machine.ts"
import type { Server } from "../server.ts"
import { sendRequests } from "../request-load.ts"
import type { Stage } from "./page.ts"

type Answer = { headers: string[]; body: Buffer }

/** A response without the headers that node:http adds itself. */
function fetchRaw(url: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  get(url, { headers: { "accept-encoding": "gzip" } }, (response) => {
    const chunks: Buffer[] = []
    response.on("data", (chunk: Buffer) => chunks.push(chunk))
    response.on("end", () => {
      const pairs = Array.from({ length: response.rawHeaders.length / 2 }, (_, at) =>
        response.rawHeaders.slice(2 * at, 2 * at + 2),
      )
      const own = new Set(["date", "connection", "keep-alive"])
      const headers = pairs.filter(([name = ""]) => !own.has(name.toLowerCase())).flat()
      resolve({ headers, body: Buffer.concat(chunks) })
    })
  }).on("error", reject)
  return promise
}

/** Measures requests a second for the cached page beside node:http sending the same bytes, and reads per change. */
export async function measurePage(
  stage: Stage,
  requests: number,
  connections: readonly number[],
): Promise<void> {
  const { page, bus, rounds } = stage
  const ours = await stage.start()
  const path = `/status/${page.slug}`
  const { headers, body } = await fetchRaw(ours.address + path)
  const bare = await stage.startBare({ headers, body: body.toString("base64") })
  const tag = headers[headers.findIndex((name) => name.toLowerCase() === "etag") + 1] ?? ""
  const requestWith = (more = "") =>
    `GET ${path} HTTP/1.1\r\nHost: bench\r\nAccept: text/html\r\nAccept-Encoding: gzip, br\r\nAccept-Language: en\r\n${more}\r\n`
  const whole = requestWith()
  const known = requestWith(`If-None-Match: ${tag}\r\n`)
  const sides: Side[] = [
    { name: "bare node:http, the same bytes", server: bare, request: whole, goal: "" },
    { name: "Watchkeeper", server: ours, request: whole, goal: "0.8" },
    { name: "Watchkeeper, 304", server: ours, request: known, goal: "" },
  ]
  for (const count of connections) {
    printTable(
      [
        `page, ${bus}, ${count} connections`,
        "requests/s",
        "ratio to bare (least–most)",
        "CPU µs each",
        "bare's CPU / own CPU (least–most)",
        "goal, ratio",
      ],
      await compare(sides, { requests, rounds, connections: count }),
    )
  }
  process.stdout.write(`\n${body.length} bytes gzipped\n`)
  await measureReadings(stage, ours, whole)
  await bare.stop()
  await ours.stop()
}

type Side = { name: string; server: Server; request: string; goal: string }

/** The sides in turn; the first is the baseline. */
async function compare(
  sides: readonly Side[],
  { requests, rounds, connections }: { requests: number; rounds: number; connections: number },
): Promise<Cell[][]> {
  const figures = sides.map((): { perSecond: number; cpuUs: number }[] => [])
  for (let round = -1; round < rounds; round += 1) {
    for (const [at, { server, request }] of sides.entries()) {
      const before = server.cpuMs()
      const load = { connections, requests }
      const { perSecond, statuses } = await sendRequests(server.address, load, () => request)
      // The page changes while its monitors are checked, and then has another tag.
      if ([...statuses.keys()].some((status) => status !== 200 && status !== 304)) {
        throw new Error([...statuses].join(", "))
      }
      const cpuUs = ((server.cpuMs() - before) * 1000) / requests
      if (round >= 0) figures[at]?.push({ perSecond, cpuUs })
    }
  }
  const [bare = []] = figures
  return sides.map(({ name, goal }, at) => {
    const own = figures[at] ?? []
    return [
      name,
      spread(own.map(({ perSecond }) => perSecond)),
      // Ratios are taken per round, because the speed of the machine changes between rounds.
      spread(own.map(({ perSecond }, round) => perSecond / (bare[round]?.perSecond ?? Number.NaN))),
      spread(own.map(({ cpuUs }) => cpuUs)),
      spread(own.map(({ cpuUs }, round) => (bare[round]?.cpuUs ?? Number.NaN) / cpuUs)),
      goal,
    ]
  })
}

const changes = 10

/** Counts how often the page is read from the database while it changes under load. */
async function measureReadings({ services, page }: Stage, ours: Server, request: string) {
  const { pool } = services.database
  const scans = async () => {
    // A backend flushes its statistics when it is used again a second later, so pages that do not exist are requested.
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const nothing = Array.from({ length: 30 }, (_, at) => `${ours.address}/status/nothing-${at}`)
    await Promise.all(nothing.map((address) => fetch(address)))
    await new Promise((resolve) => setTimeout(resolve, 200))
    const { rows } = await pool.query<{ scans: string }>(
      "select seq_scan + coalesce(idx_scan, 0) as scans from pg_stat_user_tables where relname = 'status_page_resource'",
    )
    return Number(rows[0]?.scans)
  }
  const tags = new Set<string>()
  const change = async (name: string) => {
    await (
      await page.rename(name)
    )()
    await new Promise((resolve) => setTimeout(resolve, 300))
    tags.add((await fetch(`${ours.address}/status/${page.slug}`)).headers.get("etag") ?? "")
  }
  await change("Acme")
  const before = await scans()
  await change("Acme Cloud")
  const once = (await scans()) - before
  let isOver = false
  let asked = 0
  const asking = sendRequests(ours.address, { connections: 16, requests: 1_000_000 }, () => {
    asked += 1
    if (isOver) throw new Error("over")
    return request
  }).catch(() => undefined)
  const start = await scans()
  for (let at = 0; at < changes; at += 1) await change(`Acme ${at}`)
  isOver = true
  await asking
  const readings = ((await scans()) - start) / once
  process.stdout.write(
    `\n${changes} changes while ${asked} requests were answered: read ${readings.toFixed(1)} times (one read per 30 seconds is expected without changes)\n`,
  )
}

import { get } from "node:http"
import { printTable, shownSpread, spread } from "../machine.ts"
import type { Server } from "../server.ts"
import { sendRequests } from "../request-load.ts"
import type { Stage } from "./page.ts"
import { middle } from "./page.ts"

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
export async function measurePage(stage: Stage, requests: number): Promise<void> {
  const { page, rounds } = stage
  const ours = await stage.start()
  const path = `/status/${page.slug}`
  const { headers, body } = await fetchRaw(ours.address + path)
  const bare = await stage.startBare({ headers, body: body.toString("base64") })
  const tag = headers[headers.findIndex((name) => name.toLowerCase() === "etag") + 1] ?? ""
  const requestWith = (more = "") =>
    `GET ${path} HTTP/1.1\r\nHost: bench\r\nAccept: text/html\r\nAccept-Encoding: gzip, br\r\nAccept-Language: en\r\n${more}\r\n`
  const whole = requestWith()
  const known = requestWith(`If-None-Match: ${tag}\r\n`)
  const sides: [string, Server, string][] = [
    ["bare node:http, the same bytes", bare, whole],
    ["Watchkeeper", ours, whole],
    ["Watchkeeper, 304", ours, known],
  ]
  const figures = sides.map(() => ({ perSecond: [] as number[], cpuUs: [] as number[] }))
  for (let round = -1; round < rounds; round += 1) {
    for (const [at, [, server, request]] of sides.entries()) {
      const before = server.cpuMs()
      const { perSecond, statuses } = await sendRequests(
        server.address,
        { connections: 16, requests },
        () => request,
      )
      // The page changes while its monitors are checked, and then has another tag.
      if ([...statuses.keys()].some((status) => status !== 200 && status !== 304)) {
        throw new Error([...statuses].join(", "))
      }
      if (round < 0) continue
      figures[at]?.perSecond.push(perSecond)
      figures[at]?.cpuUs.push(((server.cpuMs() - before) * 1000) / requests)
    }
  }
  const of = (at: number, what: "perSecond" | "cpuUs") => figures[at]?.[what] ?? []
  // Ratios are taken per round, because the speed of the machine changes between rounds.
  const toBare = (at: number) =>
    spread(of(at, "perSecond").map((one, round) => one / (of(0, "perSecond")[round] ?? one)))
  const toBareByCpu = (at: number) =>
    spread(of(at, "cpuUs").map((one, round) => (of(0, "cpuUs")[round] ?? one) / one))
  const bytes = `page, ${body.length} bytes gzipped`
  printTable(
    [
      bytes,
      "requests/s",
      "ratio to bare (least–most)",
      "CPU µs each",
      "bare's CPU / own CPU (least–most)",
      "goal, ratio",
    ],
    sides.map(([name], at) => [
      name,
      middle(of(at, "perSecond")),
      shownSpread(toBare(at)),
      middle(of(at, "cpuUs")),
      shownSpread(toBareByCpu(at)),
      at === 1 ? "0.8" : "",
    ]),
  )
  await measureReadings(stage, ours, whole)
  await bare.stop()
  await ours.stop()
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

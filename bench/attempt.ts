import { connect } from "node:net"
import { systemClock } from "../src/platform/clock.ts"
import type { Target } from "../src/graphql/monitoring/monitor/rules/monitor-target.ts"
import { createGuard } from "../src/platform/guard.ts"
import { createDialer } from "../src/probe/dial.ts"
import { probeHttp } from "../src/probe/kinds/http.ts"
import { createResolver } from "../src/probe/resolve.ts"
import { runOnce } from "../src/probe/run.ts"

/**
 * CPU of this process for 1,000 attempts, without schedule and database.
 * `node bench/attempt.ts <check|bare> <url> [count]`
 */
const [client = "check", url = "", count = "4000"] = process.argv.slice(2)
const atOnce = 8

const guard = createGuard(["127.0.0.0/8"])
const resolver = createResolver({ servers: ["127.0.0.1:9"], timeoutMs: 1000 })
const dialer = createDialer({ guard, resolver, clock: systemClock })
const tools = { guard, resolver, dialer, clock: systemClock }
const target: Extract<Target, { kind: "http" }> = {
  monitorId: "0190f5fe-0000-7000-8000-000000000001",
  monitorSeq: 1,
  projectId: "0190f5fe-0000-7000-8000-000000000002",
  name: "target",
  intervalSeconds: 60,
  timeoutSeconds: 10,
  checkRequestedAt: null,
  kind: "http",
  url,
  method: "GET",
  headers: {},
  body: "",
  maxRedirects: 10,
  assertions: [],
}

async function check(): Promise<void> {
  const { observation } = await runOnce(target, (end) => probeHttp(target, tools, end), systemClock)
  if (observation.failure !== null) throw new Error(observation.failure.reason)
}

const { hostname, port, host } = new URL(url)
const request = Buffer.from(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)

/** The floor: connects, writes and reads to the end without parsing. */
const bare = () =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    socket.on("error", reject)
    socket.once("connect", () => socket.write(request))
    socket.resume()
    socket.once("close", () => resolve())
  })

const attempt = client === "bare" ? bare : check

async function run(times: number): Promise<void> {
  let left = times
  const worker = async () => {
    while (left-- > 0) await attempt()
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

// Warm up V8, as a role that has run for days is.
await run(Number(count))
const before = process.cpuUsage()
await run(Number(count))
const { user, system } = process.cpuUsage(before)
const cpuMs = (user + system) / 1000 / (Number(count) / 1000)
process.stdout.write(`${JSON.stringify({ cpuMs })}\n`)

import { connect } from "node:net"
import { say } from "../src/findings/say.ts"
import { systemClock } from "../src/platform/clock.ts"
import type { Target } from "../src/graphql/monitoring/monitor/rules/monitor-target.ts"
import { createGuard } from "../src/platform/guard.ts"
import { createDialer } from "../src/probe/dial.ts"
import { probeHttp } from "../src/probe/kinds/http.ts"
import { sharedLines } from "../src/probe/icmp/icmp-socket.ts"
import { probePing } from "../src/probe/kinds/ping.ts"
import { createResolver } from "../src/probe/resolve.ts"
import { runOnce } from "../src/probe/run.ts"

/**
 * CPU of this process for 1,000 attempts, without schedule and database.
 * `node bench/attempt.ts <check|bare|ping|echo> <url> [count]`; for ping any loopback addresses take the place of the URL.
 */
const [client = "check", url = "", count = "4000"] = process.argv.slice(2)
const atOnce = 8

const guard = createGuard(["127.0.0.0/8"])
const resolver = createResolver({ servers: ["127.0.0.1:9"], timeoutMs: 1000 })
const dialer = createDialer({ guard, resolver, clock: systemClock })
const tools = { guard, resolver, dialer, clock: systemClock }
const common = {
  monitorId: "0190f5fe-0000-7000-8000-000000000001",
  monitorSeq: 1,
  projectId: "0190f5fe-0000-7000-8000-000000000002",
  name: "target",
  intervalSeconds: 60,
  timeoutSeconds: 10,
  checkRequestedAt: null,
  assertions: [],
}
const target: Extract<Target, { kind: "http" }> = {
  ...common,
  kind: "http",
  url,
  method: "GET",
  headers: {},
  body: "",
  maxRedirects: 10,
}

async function check(): Promise<void> {
  const { observation } = await runOnce(target, (end) => probeHttp(target, tools, end), systemClock)
  if (observation.failure !== null) throw new Error(say(observation.failure.findings))
}

let pings = 0
function nextHost(): string {
  pings += 1
  return `127.0.${Math.floor(pings / 250) % 4}.${1 + (pings % 250)}`
}

async function ping(): Promise<void> {
  const host = nextHost()
  const pinged = { ...common, kind: "ping" as const, host }
  const { observation } = await runOnce(pinged, (end) => probePing(pinged, tools, end), systemClock)
  if (observation.failure !== null) throw new Error(say(observation.failure.findings))
}

/** The floor of a ping: an echo and its reply over the socket, without a check. */
async function echo(): Promise<void> {
  const line = await sharedLines.get(4)
  if ("refused" in line) throw new Error(line.refused.join(", "))
  await new Promise<void>((resolve, reject) => {
    const release = line.hold()
    const stop = line.transmit(nextHost(), {
      onAnswer() {
        stop()
        release()
        resolve()
      },
      onFault: (code) => reject(new Error(code)),
    })
  })
}

/** The floor: connects, writes and reads to the end without parsing. */
function bare(): Promise<void> {
  const { hostname, port, host } = new URL(url)
  const request = `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    socket.on("error", reject)
    socket.once("connect", () => socket.write(request))
    socket.resume()
    socket.once("close", () => resolve())
  })
}

const attempts: Record<string, () => Promise<void>> = { check, bare, ping, echo }
const attempt = attempts[client] ?? check

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

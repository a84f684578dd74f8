import { randomBytes, randomUUID } from "node:crypto"
import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { gzipSync } from "node:zlib"
import { printTable, quantile, spreads } from "./machine.ts"
import { openConnection } from "./request-load.ts"
import { encode, makeRequest } from "./telemetry-data.ts"
import type { TelemetryStage } from "./telemetry-stage.ts"

const perRequest = 100
/** Requests that warm up V8. */
const warmUp = 300
const requests = 20

const quantiles = (all: number[]): [p50: number, p99: number] => {
  const sorted = all.toSorted((a, b) => a - b)
  return [quantile(sorted, 0.5), quantile(sorted, 0.99)]
}

/** Time from a request to its 200 and from there until its rows can be queried, beside the disk's own. */
export async function measureAcknowledgement(
  { address, folder, count, makeSender, titled }: TelemetryStage,
  rounds: number,
): Promise<void> {
  const { projectId, token } = await makeSender()
  const { hostname, port } = new URL(address)
  // Node's fetch takes as long as the server.
  const { socket, answer } = openConnection({ host: hostname, port: Number(port) })
  const body = gzipSync(encode("traces", makeRequest("traces", 0, perRequest, Date.now())))
  const request = Buffer.concat([
    Buffer.from(
      `POST /api/otlp/v1/traces HTTP/1.1\r\nHost: localhost\r\nX-Svc-Ingestion-Key: ${token}\r\n` +
        `Content-Type: application/x-protobuf\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`,
    ),
    body,
  ])
  let sent = 0
  async function send(): Promise<number> {
    const begunMs = performance.now()
    socket.write(request)
    const status = await answer()
    if (status === 503) {
      await wait(1000)
      return send()
    }
    if (status !== 200) throw new Error(`the server answered ${status}`)
    sent += perRequest
    return performance.now() - begunMs
  }
  const untilVisible = async () => {
    while ((await count("traces", projectId)) < sent) await wait(20)
  }
  for (let at = 0; at < warmUp; at += 1) await send()
  await untilVisible()
  const figures: number[][] = []
  for (let round = 0; round < rounds; round += 1) {
    // Beside each request, because a disk that was idle takes longer.
    const sync: number[] = []
    const acknowledged: number[] = []
    const visible: number[] = []
    for (let at = 0; at < requests; at += 1) {
      sync.push(measureSync(folder))
      acknowledged.push(await send())
      const begunMs = performance.now()
      await untilVisible()
      visible.push(performance.now() - begunMs)
    }
    const [syncMs] = quantiles(sync)
    const [acknowledgedMs] = quantiles(acknowledged)
    figures.push([...[sync, acknowledged, visible].flatMap(quantiles), acknowledgedMs / syncMs])
  }
  socket.destroy()
  const all = spreads(figures)
  printTable(
    [titled("acknowledgement"), "p50, ms", "p99, ms", "p50 in fdatasyncs", "goal"],
    [
      ["write and fdatasync of 73 KiB", ...all.slice(0, 2), "", ""],
      ["100 spans to 200", ...all.slice(2, 4), all[6] ?? "", "≤ 5 fdatasyncs (p50)"],
      ["200 to visible", ...all.slice(4, 6), "", "≤ 2,000 (p99)"],
    ],
  )
}

/** A new file with as many bytes as the request has rows, as the spool makes one. */
function measureSync(folder: string): number {
  const bytes = randomBytes(73 * 1024)
  const path = join(folder, `sync-${randomUUID()}`)
  const begunMs = performance.now()
  const file = openSync(path, "w")
  writeSync(file, bytes)
  fdatasyncSync(file)
  closeSync(file)
  return performance.now() - begunMs
}

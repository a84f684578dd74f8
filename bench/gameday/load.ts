import { setTimeout as sleep } from "node:timers/promises"
import { logRequest } from "../../test/support/otlp.ts"

/** A load balancer gives up after this long. */
const patienceMs = 20_000
const pauseMs = 100

export type LoadFigures = {
  requests: number
  failed: string[]
  slowestMs: number
  /** Bodies of log records that were acknowledged. */
  acknowledged: Set<string>
}

/**
 * People, programs and senders of telemetry: each request goes to the next server, and to another one if that refuses or
 * breaks off, as behind a load balancer. A request failed if nothing answered it in time.
 */
export function startLoad(
  servers: string[],
  { key, ingestionKey, slug }: { key: string; ingestionKey: string; slug: string },
) {
  const figures: LoadFigures = { requests: 0, failed: [], slowestMs: 0, acknowledged: new Set() }
  let isStopped = false
  let turn = 0
  const underWay = new Set<Promise<void>>()

  async function ask(path: string, headers?: Record<string, string>): Promise<void> {
    const asked = tryServers(path, headers)
    underWay.add(asked)
    await asked
    underWay.delete(asked)
  }

  async function tryServers(path: string, headers: Record<string, string> = {}): Promise<void> {
    const startedMs = performance.now()
    let said = ""
    while (performance.now() - startedMs < patienceMs) {
      const server = servers[turn++ % servers.length] ?? ""
      try {
        const response = await fetch(`${server}${path}`, {
          headers,
          signal: AbortSignal.timeout(patienceMs),
        })
        await response.arrayBuffer()
        if (response.ok) {
          figures.requests += 1
          figures.slowestMs = Math.max(figures.slowestMs, performance.now() - startedMs)
          return
        }
        said = `${path}: ${response.status}`
      } catch (error) {
        said = `${path}: ${error instanceof Error ? error.message : String(error)}`
      }
      await sleep(pauseMs)
    }
    figures.failed.push(said)
  }

  /** A sender keeps what was not acknowledged, and sends it again. */
  async function send(body: string): Promise<void> {
    while (!isStopped && !figures.acknowledged.has(body)) {
      const [server] = servers
      const response = await fetch(`${server}/api/otlp/v1/logs`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-svc-ingestion-key": ingestionKey },
        body: JSON.stringify(logRequest([body], "shop")),
        signal: AbortSignal.timeout(patienceMs),
      }).catch(() => null)
      if (response?.ok === true) figures.acknowledged.add(body)
      else await sleep(500)
    }
  }

  const every = async (ms: number, work: () => Promise<void>) => {
    while (!isStopped) {
      await work()
      await sleep(ms)
    }
  }
  let sent = 0
  const done = Promise.all([
    // Below the rate limit of a key.
    every(250, () => ask("/v1/monitors?limit=25", { authorization: `Bearer ${key}` })),
    every(50, () => ask(`/status/${slug}`)),
    every(200, () => send(`record ${(sent += 1)}`)),
  ])
  return {
    figures,
    /** Resolves when the requests that are under way now were answered or have failed. */
    settled: () => Promise.all(underWay),
    async stop() {
      isStopped = true
      await done
    },
  }
}

import { cpuMsOf, quantile, spreads, type Cell } from "./machine.ts"
import type { Server } from "./server.ts"

/** A request of one person, who waits for each response before the next one. */
export type Read = { what: string; send(at: number): Promise<Response> }

/** Names of the figures of `readOneByOne`. */
export const readColumns = [
  "p50, ms",
  "p99, ms (goal 20)",
  "CPU of the role, ms",
  "CPU of all processes, ms",
]

/**
 * Each read once a round, so that a busier moment affects all; V8 compiles what runs often in the first round.
 *
 * @param forget lets the project send as many requests again; see `forgetRequests`.
 */
export async function readOneByOne(
  server: Server,
  reads: readonly Read[],
  { requests, rounds, forget }: { requests: number; rounds: number; forget(): Promise<void> },
): Promise<Cell[][]> {
  const figures = reads.map((): number[][] => [])
  for (let round = -1; round < rounds; round += 1) {
    for (const [at, read] of reads.entries()) {
      await forget()
      const one = await measure(server, read, requests)
      if (round >= 0) figures[at]?.push(one)
    }
  }
  return reads.map(({ what }, at) => [what, ...spreads(figures[at] ?? [])])
}

async function measure(server: Server, { what, send }: Read, requests: number): Promise<number[]> {
  const waits: number[] = []
  const [role, all] = [cpuMsOf(server.pid), server.cpuMs()]
  for (let at = 0; at < requests; at += 1) {
    const startedMs = performance.now()
    const response = await send(at)
    const text = await response.text()
    waits.push(performance.now() - startedMs)
    if (response.status !== 200 || text.includes('"errors"')) throw new Error(`${what}: ${text}`)
  }
  const [roleMs, allMs] = [cpuMsOf(server.pid) - role, server.cpuMs() - all]
  waits.sort((a, b) => a - b)
  return [quantile(waits, 0.5), quantile(waits, 0.99), roleMs / requests, allMs / requests]
}

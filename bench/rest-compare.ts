import type { Client } from "./client.ts"
import { spread, type Spread } from "./machine.ts"
import type { LoadStats } from "./request-load.ts"
import type { Server } from "./server.ts"

export type Size = { requests: number; rounds: number; connections: number }
/** Requests to send in rotation, and how many. */
export type Load = { texts: string[]; size: Size }
export type Figure = LoadStats & { cpuUs: number }
export type Figures = Record<"perSecond" | "p50Ms" | "p99Ms" | "cpuUs", Spread>

/** V8 optimizes code that runs once per request only after tens of thousands of requests. */
const warmUps = 3
/** Length of a load at a given rate, in seconds. */
const steadySeconds = 3

/** Sends as fast as possible, or `perSecond` for three seconds. */
export async function measureLoad(
  client: Client,
  server: Server,
  { texts, size }: Load,
  perSecond?: number,
): Promise<Figure> {
  const { connections } = size
  const many =
    perSecond === undefined
      ? { requests: size.requests }
      : { requests: Math.ceil(perSecond * steadySeconds), perSecond }
  const before = server.cpuMs()
  const done = await client.sendRequests(server.address, { connections, ...many }, texts)
  const cpuMs = server.cpuMs() - before
  const statuses = [...done.statuses].map(([status, count]) => `${count} × ${status}`).join(", ")
  if (statuses !== `${many.requests} × 200`) throw new Error(`${server.name}: ${statuses}`)
  return { ...done, cpuUs: (cpuMs * 1000) / (many.requests + connections) }
}

export type Comparison = {
  bare: Figures
  ours: Figures
  /** How late both are at half of the rate of ours. */
  bareHalf: Figures
  oursHalf: Figures
  toBare: Spread
  toBareByCpu: Spread
}

/** Both servers in turn at full speed, and both at half of the rate of ours. */
export async function compare(
  client: Client,
  { bare, ours }: { bare: Server; ours: Server },
  load: Load,
): Promise<Comparison> {
  const rounds: Record<"bare" | "ours" | "bareHalf" | "oursHalf", Figure>[] = []
  for (let round = -warmUps; round < load.size.rounds; round += 1) {
    const full = {
      bare: await measureLoad(client, bare, load),
      ours: await measureLoad(client, ours, load),
    }
    if (round < 0) continue
    const half = full.ours.perSecond / 2
    // Our server goes first: it looks up keys again that were unused for three seconds.
    const oursHalf = await measureLoad(client, ours, load, half)
    const bareHalf = await measureLoad(client, bare, load, half)
    rounds.push({ ...full, oursHalf, bareHalf })
  }
  return {
    bare: figuresOf(rounds.map(({ bare }) => bare)),
    ours: figuresOf(rounds.map(({ ours }) => ours)),
    bareHalf: figuresOf(rounds.map(({ bareHalf }) => bareHalf)),
    oursHalf: figuresOf(rounds.map(({ oursHalf }) => oursHalf)),
    // Ratios are taken per round, because the speed of the machine changes between rounds.
    toBare: spread(rounds.map(({ ours, bare }) => ours.perSecond / bare.perSecond)),
    toBareByCpu: spread(rounds.map(({ ours, bare }) => bare.cpuUs / ours.cpuUs)),
  }
}

export const figuresOf = (rounds: readonly Figure[]): Figures => ({
  perSecond: spread(rounds.map((one) => one.perSecond)),
  p50Ms: spread(rounds.map((one) => one.p50Ms)),
  p99Ms: spread(rounds.map((one) => one.p99Ms)),
  cpuUs: spread(rounds.map((one) => one.cpuUs)),
})

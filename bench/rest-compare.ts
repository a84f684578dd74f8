import type { Client } from "./client.ts"
import { spread, type Spread } from "./machine.ts"
import type { LoadStats } from "./request-load.ts"
import type { Load, Owner } from "./rest-data.ts"
import type { Server } from "./server.ts"

export type Size = { requests: number; rounds: number; connections: number }
type Figure = LoadStats & { cpuUs: number }

/** V8 optimizes code that runs once per request only after tens of thousands of requests. */
const warmUps = 3
/** Length of a load at a given rate, in seconds. */
const steadySeconds = 3

/** Sends as fast as possible, or `perSecond` for three seconds. */
export async function measureLoad(
  client: Client,
  server: Server,
  { owners, load, size }: { owners: Owner[]; load: Load; size: Size },
  perSecond?: number,
): Promise<Figure> {
  const { connections } = size
  const many =
    perSecond === undefined
      ? { requests: size.requests }
      : { requests: Math.ceil(perSecond * steadySeconds), perSecond }
  const texts = owners.map((owner) => load.of(owner))
  const before = server.cpuMs()
  const done = await client.sendRequests(server.address, { connections, ...many }, texts)
  const cpuMs = server.cpuMs() - before
  const statuses = [...done.statuses].map(([status, count]) => `${count} × ${status}`).join(", ")
  if (statuses !== `${many.requests} × 200`) throw new Error(`${server.name}: ${statuses}`)
  return { ...done, cpuUs: (cpuMs * 1000) / (many.requests + connections) }
}

export type Comparison = {
  bare: Figure
  ours: Figure
  /** How late both are at half of the rate of ours. */
  bareHalf: Figure
  oursHalf: Figure
  toBare: Spread
  toBareByCpu: Spread
}

/** Both servers in turn at full speed, and both at half of the rate of ours; figures are medians of the rounds. */
export async function compare(
  client: Client,
  { bare, ours }: { bare: Server; ours: Server },
  what: { owners: Owner[]; load: Load; size: Size },
): Promise<Comparison> {
  const rounds: Record<"bare" | "ours" | "bareHalf" | "oursHalf", Figure>[] = []
  for (let round = -warmUps; round < what.size.rounds; round += 1) {
    const full = {
      bare: await measureLoad(client, bare, what),
      ours: await measureLoad(client, ours, what),
    }
    if (round < 0) continue
    const half = full.ours.perSecond / 2
    // Our server goes first: it looks up keys again that were unused for three seconds.
    const oursHalf = await measureLoad(client, ours, what, half)
    const bareHalf = await measureLoad(client, bare, what, half)
    rounds.push({ ...full, oursHalf, bareHalf })
  }
  const middleOf = (name: keyof (typeof rounds)[number]): Figure => {
    const all = rounds.map((round) => round[name])
    const [first] = all
    if (first === undefined) throw new Error("--rounds must be at least 1")
    const middle = (pick: (figure: Figure) => number) => spread(all.map(pick)).middle
    return {
      statuses: first.statuses,
      perSecond: middle((one) => one.perSecond),
      p50Ms: middle((one) => one.p50Ms),
      p99Ms: middle((one) => one.p99Ms),
      cpuUs: middle((one) => one.cpuUs),
    }
  }
  return {
    bare: middleOf("bare"),
    ours: middleOf("ours"),
    bareHalf: middleOf("bareHalf"),
    oursHalf: middleOf("oursHalf"),
    // Ratios are taken per round, because the speed of the machine changes between rounds.
    toBare: spread(rounds.map(({ ours, bare }) => ours.perSecond / bare.perSecond)),
    toBareByCpu: spread(rounds.map(({ ours, bare }) => bare.cpuUs / ours.cpuUs)),
  }
}

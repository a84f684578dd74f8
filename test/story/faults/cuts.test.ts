import { describe, expect, test } from "vitest"
import { runCut, type Cut } from "./cut/cuts.ts"

const whole: Cut["parts"] = ["ipv4", "ipv6"]
/** Once. */
const cut = (name: string, parts: Cut["parts"], awayMs: number): Cut => {
  return { name, parts, awayMs, backMs: 0, times: 1 }
}
const flap = (name: string, parts: Cut["parts"], halfMs: number, times: number): Cut => {
  return { name, parts, awayMs: halfMs, backMs: halfMs, times }
}

/**
 * Our own network fails and recovers. No healthy target may be declared down, at any threshold, and a target that
 * goes down during the cut must be found. `bench/cuts.ts` makes more cuts, with shorter timeouts. The longest are first.
 */
const cuts: Cut[] = [
  flap("all of it, every 2.5 s", whole, 2500, 4),
  flap("its link, every 5 s", "unplugged", 5000, 2),
  cut("pings alone, in silence, for 12 s", ["pings"], 12_000),
  cut("all of it, with its link, for 6 s", "unplugged", 6000),
  cut("all of it, in silence, for 4 s", whole, 4000),
  cut("IPv4, in silence, for 7 s", ["ipv4"], 7000),
  cut("IPv6, in silence, for 7 s", ["ipv6"], 7000),
  cut("the resolvers, in silence, for 5 s", ["resolvers"], 5000),
]

describe.concurrent("our own network is down", () => {
  test.each(cuts.map((one, index) => ({ ...one, index })))("$name", async ({ index, ...one }) => {
    const { falseOutages, words, foundAfterMs } = await runCut(one, index, [2, 3, 5])
    expect({ falseOutages, words }).toEqual({ falseOutages: { 1: 0, 2: 0, 3: 0 }, words: [] })
    expect(foundAfterMs).not.toBe(null)
  })
})

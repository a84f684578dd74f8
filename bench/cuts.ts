import { parseArgs } from "node:util"
import { runCut, type Cut } from "../test/story/faults/cut/cuts.ts"

const { values } = parseArgs({
  options: {
    cuts: { type: "string", default: "50" },
    concurrency: { type: "string", default: "4" },
    seed: { type: "string", default: "1" },
    timeouts: { type: "string", default: "1,2,5" },
  },
})
const timeouts = values.timeouts.split(",").map(Number)
let state = Number(values.seed)
/** mulberry32 */
function random(): number {
  state = (state + 0x6d2b_79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

const kinds: [string, Cut["parts"]][] = [
  ["unplugged", "unplugged"],
  ["silent", ["ipv4", "ipv6"]],
  ["IPv4 silent", ["ipv4"]],
  ["IPv6 silent", ["ipv6"]],
  ["resolvers silent", ["resolvers"]],
]
const cuts = Array.from({ length: Number(values.cuts) }, (_, index): Cut => {
  const [name, parts] = kinds[index % kinds.length] ?? ["", []]
  const isFlapping = Math.floor(index / kinds.length) % 2 === 1
  if (!isFlapping) return { name, parts, awayMs: 500 + random() * 12_000, backMs: 0, times: 1 }
  // Periods that divide the interval of 5 s, or are a multiple of it.
  const halfMs = [500, 1250, 2500, 5000, 10_000][Math.floor(random() * 5)] ?? 2500
  const times = Math.max(2, Math.round(20_000 / (2 * halfMs)))
  return { name: `${name}, flapping`, parts, awayMs: halfMs, backMs: halfMs, times }
})

const print = (line: string) => void process.stdout.write(`${line}\n`)
const queue = cuts.map((cut, index) => ({ cut, index }))
const total = { checks: 0, unknown: 0, outages: 0, missed: 0 }
print(
  "| cut | cut, s | times | checks | unknown | false outages (1, 2, 3) | real outage found after, s |",
)
print("| --- | --- | --- | --- | --- | --- | --- |")
await Promise.all(
  Array.from({ length: Number(values.concurrency) }, async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { cut, index } = next
      const { checks, unknown, falseOutages, words, foundAfterMs } = await runCut(
        cut,
        index,
        timeouts,
      )
      const each = Object.values(falseOutages)
      total.checks += checks
      total.unknown += unknown
      total.outages += each.reduce((one, other) => one + other, 0)
      total.missed += foundAfterMs === null ? 1 : 0
      const found = foundAfterMs === null ? "never" : (foundAfterMs / 1000).toFixed(1)
      const awayS = (cut.awayMs / 1000).toFixed(1)
      print(
        `| ${cut.name} | ${awayS} | ${cut.times} | ${checks} | ${unknown} | ${each.join(", ")} | ${found} |`,
      )
      for (const word of words) print(`  ${word}`)
    }
  }),
)
print(JSON.stringify(total))
process.exitCode = total.outages + total.missed === 0 ? 0 : 1

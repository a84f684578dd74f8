import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify, parseArgs } from "node:util"
import { describeMachine, findProgram, printTable, spread } from "./machine.ts"
import { cpuMsOfEnded } from "./process-tree.ts"

/** `npm run bench:ping`: CPU of ping checks over one ICMP socket, beside fping; see README.md here. */

const { values } = parseArgs({
  options: {
    pings: { type: "string", default: "12000" },
    rounds: { type: "string", default: "3" },
  },
})
const run = promisify(execFile)
const pings = Number(values.pings)
const hosts = 1000
const goalMs = 15

/** A namespace of its own, in which every user may open ICMP datagram sockets, if this process may make one. */
const isolated = (command: string[]): [string, string[]] =>
  process.getuid?.() === 0
    ? [
        "unshare",
        [
          "--net",
          "sh",
          "-c",
          'ip link set lo up && sysctl -qw net.ipv4.ping_group_range="0 2147483647" && exec "$@"',
          "sh",
          ...command,
        ],
      ]
    : [command[0] ?? "", command.slice(1)]

async function measure(client: "ping" | "echo"): Promise<number> {
  const file = join(import.meta.dirname, "attempt.ts")
  const [program, args] = isolated([process.execPath, file, client, "", String(pings)])
  const { stdout } = await run(program, args)
  return (JSON.parse(stdout) as { cpuMs: number }).cpuMs
}

/** One fping for all hosts, which is how it is cheapest. */
async function fping(program: string): Promise<number> {
  const addresses = Array.from(
    { length: hosts },
    (_, at) => `127.0.${Math.floor(at / 250)}.${1 + (at % 250)}`,
  )
  const words = ["-q", "-i", "1", "-p", "1000", "-c", String(pings / hosts)]
  const before = cpuMsOfEnded(process.pid)
  const [started, args] = isolated([program, ...words, ...addresses])
  await run(started, args, { maxBuffer: 16 * 1024 * 1024 })
  return (cpuMsOfEnded(process.pid) - before) / (pings / 1000)
}

const program = await findProgram("/usr/bin/fping", "fping")
process.stdout.write(`${describeMachine(false)}\n`)
const ours: number[] = []
const echos: number[] = []
const theirs: number[] = []
for (let round = 0; round < Number(values.rounds); round += 1) {
  ours.push(await measure("ping"))
  echos.push(await measure("echo"))
  if (program !== null) theirs.push(await fping(program))
}
printTable(
  ["pings", "CPU ms per 1,000 (least–most)", "goal"],
  [
    ["Watchkeeper, eight at once", spread(ours), String(goalMs)],
    ["the same echoes without a check (floor)", spread(echos), ""],
    [`fping, ${hosts} hosts in one process`, program === null ? "missing" : spread(theirs), ""],
  ],
)

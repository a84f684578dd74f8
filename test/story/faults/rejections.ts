import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { ensureProgram } from "../../support/apt.ts"
import type { Path } from "./dishonest.ts"
import type { Met } from "./path-checks.ts"

type Four =
  | "net-unreachable"
  | "host-unreachable"
  | "prot-unreachable"
  | "port-unreachable"
  | "net-prohibited"
  | "host-prohibited"
  | "admin-prohibited"
type Six = "no-route" | "addr-unreachable" | "port-unreachable" | "admin-prohibited"
type How = Four | Six | "tcp reset" | "drop"
/** What a firewall rejects. `tcp reset` refuses connections, and rejects queries as ports that nobody listens on. */
export type Rejection = {
  name: string
  /** Where: `output` is the prober's own machine, `input` a device on the way. */
  hook: "input" | "output"
  four?: Four | "tcp reset" | "drop"
  six?: Six | "tcp reset" | "drop"
  /** `victim` is one target, whose outage this is. */
  only?: "names" | "pings" | "victim"
}

const pairs: [Four, Six][] = [
  ["net-unreachable", "no-route"],
  ["host-unreachable", "addr-unreachable"],
  ["admin-prohibited", "admin-prohibited"],
  ["port-unreachable", "port-unreachable"],
]
const alone: Pick<Rejection, "four" | "six">[] = [
  { four: "prot-unreachable" },
  { four: "net-prohibited" },
  { four: "host-prohibited" },
  { four: "tcp reset" },
  { six: "no-route" },
  { six: "admin-prohibited" },
  { six: "tcp reset" },
]
export const rejections: Rejection[] = [
  ...pairs.flatMap(([four, six]): Rejection[] => [
    { name: `a router of ours rejects with ${four}`, hook: "input", four, six },
    { name: `a firewall of this machine rejects with ${four}`, hook: "output", four, six },
  ]),
  {
    name: "a router of ours refuses connections",
    hook: "input",
    four: "tcp reset",
    six: "tcp reset",
  },
  {
    name: "a firewall of this machine refuses connections",
    hook: "output",
    four: "tcp reset",
    six: "tcp reset",
  },
  ...alone.map(({ four, six }): Rejection => {
    const name = four === undefined ? `IPv6 alone: ${six}` : `IPv4 alone: ${four}`
    return { name, hook: "input", ...(four && { four }), ...(six && { six }) }
  }),
  {
    name: "name servers alone: port-unreachable",
    hook: "input",
    four: "port-unreachable",
    only: "names",
  },
  {
    name: "name servers alone: admin-prohibited",
    hook: "output",
    four: "admin-prohibited",
    only: "names",
  },
  { name: "name servers alone: silence", hook: "input", four: "drop", only: "names" },
  {
    name: "pings alone: admin-prohibited",
    hook: "input",
    four: "admin-prohibited",
    six: "admin-prohibited",
    only: "pings",
  },
  ...pairs.map(([four]): Rejection => {
    return { name: `the target's own router: ${four}`, hook: "input", four, only: "victim" }
  }),
]

/** Rules for nft that reject what goes to these hosts, in a chain of their own. */
export function rulesOf(
  { hook, four, six, only }: Rejection,
  { ports, ...hosts }: Path,
  chain: string,
): string {
  const lines = [
    `add chain inet faults ${chain} { type filter hook ${hook} priority 0; }`,
    ...(four === undefined ? [] : each(`ip daddr ${hosts.four}`, "icmp", four)),
    ...(six === undefined ? [] : each(`ip6 daddr ${hosts.six}`, "icmpv6", six)),
  ]
  function each(to: string, icmp: "icmp" | "icmpv6", how: How): string[] {
    const code = `reject with ${icmp} type ${how === "tcp reset" ? "port-unreachable" : how}`
    const answer = how === "drop" ? how : code
    const rule = (match: string, what: string) =>
      `add rule inet faults ${chain} ${to} ${match} ${what}`
    const connections = "tcp flags & (syn|ack) == syn"
    const queries = rule("meta l4proto udp", answer)
    const pings = rule(`${icmp} type echo-request`, answer)
    if (only === "victim") return [rule(`tcp dport ${ports.victim} ${connections}`, answer)]
    if (only === "names") return [queries]
    if (only === "pings") return [pings]
    if (how === "tcp reset") return [rule(connections, "reject with tcp reset"), queries]
    return [rule(connections, answer), queries, pings]
  }
  return lines.join("\n")
}

/** Meets all rejections at once, in a network namespace of their own. */
export async function reject(): Promise<[fault: string, Met][]> {
  const [unshare, ip, nft] = await Promise.all([
    ensureProgram("unshare", "util-linux"),
    ensureProgram("ip", "iproute2"),
    ensureProgram("nft", "nftables"),
  ])
  await promisify(execFile)(unshare, ["--net", "true"]).catch((cause: unknown) => {
    throw new Error("This test needs its own network namespace: run it as root.", { cause })
  })
  const setUp = `${ip} link set lo up && exec "$@"`
  const prober = fileURLToPath(new URL("./rejecting-prober.ts", import.meta.url))
  const quiet = "--disable-warning=ExperimentalWarning"
  const words = ["--net", "sh", "-c", setUp, "sh", process.execPath, quiet, prober, ip, nft]
  const child = spawn(unshare, words, { stdio: ["ignore", "inherit", "inherit", "ipc"] })
  const met: [string, Met][] = []
  child.on("message", (message) => void met.push(...(message as [string, Met][])))
  const [code] = (await once(child, "exit")) as [number | null]
  if (code !== 0) throw new Error(`The prober ended with ${code}`)
  return met
}

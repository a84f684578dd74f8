import { connect, isIP } from "node:net"
import { networkInterfaces } from "node:os"
import ipaddr from "ipaddr.js"
import type { EgressSample } from "../graphql/monitoring/check/rules/check-result.ts"
import type { Clock } from "../platform/clock.ts"
import { parseAnchor } from "./anchor.ts"
import { parseServer } from "./dns/server.ts"
import { createSamples, type Sample } from "./samples.ts"

export type Interfaces = () => ReturnType<typeof networkInterfaces>
type Neighbor = { address: string; port: number; atMs: number }

const promptMs = 900
/** A target that answered so recently is asked whether its network is up. */
const keepMs = 180_000
const mostAsked = 4

/**
 * Targets of this machine, and on networks that it has an interface in: they do not depend on egress. Silence of one
 * counts while the interface is up and, if other hosts there are known, one of those answers.
 */
export function createNeighbors({
  anchors,
  servers,
  clock,
  interfaces = networkInterfaces,
}: {
  anchors: string[]
  servers: string[]
  clock: Pick<Clock, "monotonicMs">
  interfaces?: Interfaces | undefined
}) {
  const targets = new Map<string, Neighbor>()
  const named = [
    ...anchors.flatMap((one) => parseAnchor(one) ?? []),
    ...servers.flatMap((one) => {
      const server = parseServer(one)
      return server === null ? [] : [{ host: server.address, port: server.port }]
    }),
  ].filter(({ host }) => isIP(host) !== 0)
  let read = { atMs: -Infinity, links: [] as Link[] }

  function links(): Link[] {
    const nowMs = clock.monotonicMs()
    if (nowMs - read.atMs > 1000) read = { atMs: nowMs, links: linksOf(interfaces()) }
    return read.links
  }

  /** The network of an interface that the address is on, `here` for this machine itself, null for anywhere else. */
  function networkOf(address: string): string | null {
    if (!ipaddr.isValid(address)) return null
    const ip = ipaddr.parse(address)
    const all = links()
    if (all.some((link) => link.address === address)) return "here"
    const found = all.find(({ range }) => within(ip, range))
    return found?.isLoopback === true ? "here" : (found?.network ?? null)
  }

  /** Others on the same networks; several each, because the one that is asked about does not count. */
  function known(): { network: string; address: string; port: number }[] {
    const fromMs = clock.monotonicMs() - keepMs
    for (const [address, { atMs }] of targets) if (atMs < fromMs) targets.delete(address)
    const all = [
      ...[...targets.values()].toReversed(),
      ...named.map(({ host, port }) => ({ address: host, port })),
    ].flatMap(({ address, port }) => {
      const network = networkOf(address)
      return network === null || network === "here" ? [] : [{ network, address, port }]
    })
    const groups = Map.groupBy(all, ({ network }) => network)
    return [...groups.values()].flatMap((group) => group.slice(0, mostAsked))
  }

  async function ask(): Promise<{ alive: boolean; samples: EgressSample[] }> {
    const up = [...new Set(links().map(({ network }) => network))]
    const fromMs = clock.monotonicMs()
    const answers = await Promise.all(
      known().map(async ({ address, port }) => {
        const reachable = await doesAnswer(address, port)
        return { anchor: address, reachable, durationMs: clock.monotonicMs() - fromMs }
      }),
    )
    const state = up.map((anchor) => ({ anchor, reachable: true, durationMs: 0 }))
    return { alive: true, samples: [...state, ...answers] }
  }

  return {
    networkOf,
    samples: createSamples(ask, clock),
    /** Note that a target answered. */
    note(address: string, port: number): void {
      const network = networkOf(address)
      if (network === null || network === "here") return
      targets.delete(address)
      targets.set(address, { address, port, atMs: clock.monotonicMs() })
    },
    /** Whether a sample shows that the networks of these addresses are up, by others than themselves. */
    shows:
      (peers: string[]) =>
      ({ samples }: Sample): boolean =>
        peers.map(networkOf).every((network) => {
          if (network === "here") return true
          if (!samples.some(({ anchor }) => anchor === network)) return false
          const others = samples.filter(
            ({ anchor }) => !peers.includes(anchor) && networkOf(anchor) === network,
          )
          return others.length === 0 || others.some(({ reachable }) => reachable)
        }),
  }
}

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]
type Link = { address: string; network: string; range: Range; isLoopback: boolean }

/** Networks that have no interface which is up are not listed by the system. */
function linksOf(all: ReturnType<typeof networkInterfaces>): Link[] {
  return Object.entries(all).flatMap(([name, addresses]) =>
    (addresses ?? []).flatMap(({ address, cidr, internal }): Link[] => {
      if (cidr === null) return []
      const range = ipaddr.parseCIDR(cidr)
      return [{ address, network: `${name} ${cidr}`, range, isLoopback: internal }]
    }),
  )
}

const within = (ip: ipaddr.IPv4 | ipaddr.IPv6, range: Range): boolean =>
  ip.kind() === range[0].kind() && ip.match(range)

/** A refusal comes from the host too, and says that its network is up. */
function doesAnswer(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, noDelay: true })
    const timer = setTimeout(() => settle(false), promptMs)
    const settle = (isAnswer: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(isAnswer)
    }
    socket.once("connect", () => settle(true))
    socket.on("error", (error: NodeJS.ErrnoException) => settle(error.code === "ECONNREFUSED"))
  })
}

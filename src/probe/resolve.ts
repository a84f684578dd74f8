import { readFileSync } from "node:fs"
import { Resolver as Channel } from "node:dns/promises"
import { isIP } from "node:net"
import { SettingError } from "../env.ts"
import type { FailureClass } from "../graphql/check/result.ts"
import type { Address, Resolved, Resolver } from "./probe.ts"

export type ResolverOptions = {
  /** "address", "address:port" or "[v6]:port"; the system's where there are none. */
  servers?: string[]
  /** For one try at one server; every server is tried twice. */
  timeoutMs: number
  hostsFile?: string
}

/** Where one family has answered, the other is not waited for any longer than this. */
const otherFamilyMs = 300
const hostsAgeMs = 30_000

type Answer = { addresses: string[]; error: string | null }

/**
 * Asks the servers itself (c-ares): `dns.lookup` would share four threads, and one dead resolver
 * would hold up every check. Each look-up has a channel of its own, so that it can be cancelled.
 * @throws {SettingError} for a server that is no address.
 */
export function createResolver(options: ResolverOptions): Resolver {
  const servers = options.servers ?? []
  const hosts = hostsReader(options.hostsFile ?? "/etc/hosts")
  const open = (inOrder: string[]) => {
    const channel = new Channel({ timeout: options.timeoutMs, tries: 2 })
    if (inOrder.length > 0) channel.setServers(inOrder)
    return channel
  }
  try {
    open(servers)
  } catch {
    throw new SettingError(
      `RESOLVERS must be addresses of name servers such as 9.9.9.9 or [2620:fe::fe]:53; got "${servers.join(",")}".`,
    )
  }

  async function ask(name: string, inOrder: string[], signal: AbortSignal) {
    const channel = open(inOrder)
    const cancel = () => channel.cancel()
    signal.addEventListener("abort", cancel, { once: true })
    try {
      return await bothFamilies(channel, name)
    } finally {
      signal.removeEventListener("abort", cancel)
      channel.cancel()
    }
  }

  return {
    get servers() {
      return servers.length > 0 ? servers : open([]).getServers()
    },
    async resolve(host, signal) {
      const name = host.toLowerCase().replace(/\.$/, "")
      const known = hosts(name)
      if (known.length > 0) return { failure: null, addresses: known.map(withFamily) }
      const left = servers.length > 0 ? [...servers] : open([]).getServers()
      let resolved = failure("dns_temporary", `No name server is known to ask for ${host}.`)
      // c-ares moves on from a silent server by itself, but Node tells it to take SERVFAIL as final.
      for (; left.length > 0; left.shift()) {
        if (signal.aborted) return failure("dns_temporary", unanswered(host, left))
        const [v4, v6] = await ask(name, left, signal)
        if (signal.aborted) return failure("dns_temporary", unanswered(host, left))
        resolved = judge(host, v4, v6)
        const wasRefused = [v4, v6].some(({ error }) => error !== null && refusals.has(error))
        if (resolved.failure?.class !== "dns_temporary" || !wasRefused) break
      }
      return resolved
    },
  }
}

/** Answers that say only that this server will not tell. */
const refusals = new Set(["ESERVFAIL", "EREFUSED", "ENOTIMP", "EFORMERR", "EBADRESP"])

async function bothFamilies(channel: Channel, name: string): Promise<[Answer, Answer]> {
  const v4 = settle(channel.resolve4(name))
  const v6 = settle(channel.resolve6(name))
  const first = await Promise.race([v4, v6])
  if (first.addresses.length === 0) return Promise.all([v4, v6])
  // Settling the laggard by cancelling it keeps what it may have said already.
  const timer = setTimeout(() => channel.cancel(), otherFamilyMs)
  try {
    return await Promise.all([v4, v6])
  } finally {
    clearTimeout(timer)
  }
}

async function settle(asked: Promise<string[]>): Promise<Answer> {
  try {
    return { addresses: await asked, error: null }
  } catch (error) {
    return { addresses: [], error: (error as NodeJS.ErrnoException).code ?? "no code" }
  }
}

function judge(host: string, v4: Answer, v6: Answer): Resolved {
  const found = [...new Set([...v4.addresses, ...v6.addresses])]
  if (found.length > 0) return { failure: null, addresses: found.map(withFamily) }
  const codes = [v4.error, v6.error].flatMap((code) => code ?? [])
  const faults = codes.filter((code) => code !== "ENODATA")
  if (codes.includes("EBADNAME")) {
    return failure("dns_missing", `"${host}" cannot be a name in the DNS.`)
  }
  // NXDOMAIN speaks for every type of record, whatever became of the other question.
  if (codes.includes("ENOTFOUND")) {
    return failure("dns_missing", `The name ${host} does not exist (NXDOMAIN).`)
  }
  if (faults.length > 0) {
    const why = [...new Set(faults.map(explain))].join("; ")
    return failure("dns_temporary", `${host} could not be resolved: ${why}.`)
  }
  return failure("dns_missing", `The name ${host} exists but has no A or AAAA record.`)
}

function explain(code: string): string {
  const known: Record<string, string> = {
    ESERVFAIL: "the name server answered SERVFAIL",
    EREFUSED: "the name server refused the question",
    ETIMEOUT: "the name server did not answer in time",
    ECONNREFUSED: "no name server could be reached",
    EBADRESP: "the name server's answer could not be read",
    EFORMERR: "the name server did not understand the question",
    ENOTIMP: "the name server does not implement the question",
    ECANCELLED: "the name server did not answer in time",
  }
  return known[code] ?? `the look-up failed with ${code}`
}

const unanswered = (host: string, servers: string[]) =>
  `${host} was not resolved before the timeout: ${servers.join(", ")} did not answer.`

const failure = (failureClass: FailureClass, reason: string): Resolved => ({
  failure: { class: failureClass, reason, level: "offline" },
  addresses: [],
})

const withFamily = (address: string): Address => ({
  address,
  family: isIP(address) === 6 ? 6 : 4,
})

/** Names of the hosts file and of loopback (RFC 6761), IPv4 first; the file is read again every 30 s. */
function hostsReader(file: string): (name: string) => string[] {
  const held = { at: -Infinity, names: new Map<string, string[]>() }
  return (name) => {
    if (performance.now() - held.at > hostsAgeMs) {
      held.at = performance.now()
      held.names = parseHosts(readHosts(file))
    }
    const known = held.names.get(name) ?? []
    if (known.length > 0) return known.toSorted((a, b) => isIP(a) - isIP(b))
    return name === "localhost" || name.endsWith(".localhost") ? ["127.0.0.1", "::1"] : []
  }
}

function readHosts(file: string): string {
  try {
    return readFileSync(file, "utf8")
  } catch {
    // A system without a hosts file has no names of its own.
    return ""
  }
}

function parseHosts(text: string): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const line of text.split("\n")) {
    const [address = "", ...aliases] = line.replace(/#.*/, "").trim().split(/\s+/)
    if (isIP(address) === 0 || address.includes("%")) continue
    for (const alias of aliases.map((one) => one.toLowerCase())) {
      const known = names.get(alias) ?? []
      if (!known.includes(address)) names.set(alias, [...known, address])
    }
  }
  return names
}

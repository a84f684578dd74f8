import { Resolver as Channel } from "node:dns/promises"
import { isIP } from "node:net"
import type { LookupFault } from "../findings/codes/names.ts"
import type { Finding } from "../findings/finding.ts"
import { SettingError } from "../platform/env.ts"
import { createHosts } from "../platform/hosts.ts"
import type { FailureClass } from "../graphql/monitoring/check/rules/check-result.ts"
import type { Address, Resolved, Resolver } from "./probe.ts"

export type ResolverOptions = {
  /** "address", "address:port" or "[v6]:port"; the system's if empty. */
  servers?: string[]
  /** Of the first round of queries, per server; two more rounds take twice as long each. */
  timeoutMs: number
  hostsFile?: string
  /** Which of the servers to ask now. */
  choose?: ((servers: string[]) => string[]) | undefined
}

/** Once one family has answered, the other may take this much longer. */
const otherFamilyMs = 300

type Answer = { addresses: string[]; error: string | null }

/**
 * Queries servers directly (c-ares): `dns.lookup` shares four threads, and one dead resolver would delay every
 * check. Each look-up has its own channel, so that it can be canceled.
 * @throws {SettingError} for a server that is not an address.
 */
export function createResolver(options: ResolverOptions): Resolver {
  const servers = options.servers ?? []
  const choose = options.choose ?? ((all: string[]) => all)
  const hosts = createHosts(options.hostsFile)
  const open = (inOrder: string[]) => {
    const channel = new Channel({ timeout: options.timeoutMs, tries: 3 })
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
      return choose(servers.length > 0 ? servers : open([]).getServers())
    },
    async resolve(host, signal) {
      const name = host.toLowerCase().replace(/\.$/, "")
      const known = hosts(name)
      if (known.length > 0) return { failure: null, addresses: known.map(withFamily) }
      const left = [...choose(servers.length > 0 ? servers : open([]).getServers())]
      let resolved = failure("dns_temporary", {
        code: "no_name_server_for",
        parameters: { name: host },
      })
      // c-ares skips a silent server by itself, but Node makes it treat SERVFAIL as final.
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

/** Codes that are about the server, not the name. */
const refusals = new Set(["ESERVFAIL", "EREFUSED", "ENOTIMP", "EFORMERR", "EBADRESP"])

async function bothFamilies(channel: Channel, name: string): Promise<[Answer, Answer]> {
  const v4 = settle(channel.resolve4(name))
  const v6 = settle(channel.resolve6(name))
  const first = await Promise.race([v4, v6])
  if (first.addresses.length === 0) return Promise.all([v4, v6])
  // Canceling settles the slower query and keeps its partial answer.
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
  const about = { name: host }
  if (codes.includes("EBADNAME")) {
    return failure("dns_missing", { code: "name_invalid", parameters: about })
  }
  // NXDOMAIN applies to all record types, whatever the other query returned.
  if (codes.includes("ENOTFOUND")) {
    return failure("dns_missing", { code: "name_missing", parameters: { ...about, server: null } })
  }
  if (faults.length > 0) {
    const parameters = { ...about, faults: [...new Set(faults)].map(explain) }
    return failure("dns_temporary", { code: "name_unresolved", parameters })
  }
  return failure("dns_missing", { code: "name_without_address", parameters: about })
}

const known: Readonly<Record<string, LookupFault["fault"]>> = {
  ESERVFAIL: "servfail",
  EREFUSED: "refused",
  ETIMEOUT: "silent",
  ECONNREFUSED: "unreachable",
  EBADRESP: "malformed",
  EFORMERR: "query_not_parsed",
  ENOTIMP: "query_not_supported",
  ECANCELLED: "silent",
}

function explain(errorCode: string): LookupFault {
  const fault = known[errorCode]
  return fault === undefined ? { fault: "other", errorCode } : { fault, errorCode: null }
}

const unanswered = (name: string, servers: string[]): Finding => ({
  code: "name_unresolved_in_time",
  parameters: { name, servers },
})

const failure = (failureClass: FailureClass, finding: Finding): Resolved => ({
  failure: { class: failureClass, findings: [finding], level: "offline" },
  addresses: [],
})

const withFamily = (address: string): Address => ({
  address,
  family: isIP(address) === 6 ? 6 : 4,
})

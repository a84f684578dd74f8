import type { LookupAddress } from "node:dns"
import { Resolver } from "node:dns/promises"
import { isIP } from "node:net"
import type { AttemptOutcome } from "../../prisma/generated/enums.ts"
import type { Finding } from "../findings/finding.ts"
import type { Guard } from "./guard.ts"
import { createHosts } from "./hosts.ts"

/** Where to connect to, or why the host is refused. */
export type Located =
  | { addresses: LookupAddress[]; fault: null }
  | { addresses: null; fault: { outcome: AttemptOutcome; finding: Finding } }

const tryMs = 3000
const otherFamilyMs = 300
const systemHosts = createHosts()

type Options = {
  guard: Guard
  /** Name servers; the system's if empty. */
  servers: string[]
  signal: AbortSignal
  hosts?: (name: string) => string[]
}

/**
 * Resolves a host without caching, hosts file first. Refuses it if any of its addresses is forbidden, because one
 * bad address among good ones is an attack. Callers must connect to exactly the returned addresses.
 */
export async function locate(
  hostname: string,
  { guard, servers, signal, hosts = systemHosts }: Options,
): Promise<Located> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1")
  if (isIP(host) !== 0) return judge(host, [host], guard)
  const refusal = guard.refuseName(host)
  if (refusal !== null) return forbidden(host, null, refusal)
  const known = hosts(host.toLowerCase().replace(/\.$/, ""))
  if (known.length > 0) {
    // The operator's own hosts file is trusted: only its forbidden addresses are dropped.
    const allowed = known.filter((address) => guard.refuse(address) === null)
    return judge(host, allowed.length > 0 ? allowed : known, guard)
  }
  const resolver = new Resolver({ timeout: tryMs, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener("abort", cancel, { once: true })
  try {
    const answers = await bothFamilies(resolver, host)
    if (signal.aborted) {
      return fault("timed_out", { code: "host_not_resolved_in_time", parameters: { host } })
    }
    const found = answers.flatMap((one) => (one.status === "fulfilled" ? one.value : []))
    if (found.length > 0) return judge(host, found, guard)
    const codes = answers.flatMap((one) => (one.status === "rejected" ? codeOf(one.reason) : []))
    const errors = [...new Set(codes)]
    return fault("unresolved", { code: "host_not_resolved", parameters: { host, errors } })
  } finally {
    signal.removeEventListener("abort", cancel)
  }
}

/** Once one family has answered, waits only briefly for the other. */
async function bothFamilies(resolver: Resolver, host: string) {
  const asked = [resolver.resolve4(host), resolver.resolve6(host)]
  const answers = Promise.allSettled(asked)
  let timer: NodeJS.Timeout | undefined
  const hurry = () => {
    timer ??= setTimeout(() => resolver.cancel(), otherFamilyMs)
  }
  for (const one of asked) one.then(hurry, () => undefined)
  await answers
  clearTimeout(timer)
  return answers
}

function judge(host: string, found: string[], guard: Guard): Located {
  for (const address of found) {
    const refusal = guard.refuse(address)
    if (refusal !== null) return forbidden(host, address === host ? null : address, refusal)
  }
  return { addresses: found.map((address) => ({ address, family: isIP(address) })), fault: null }
}

const forbidden = (host: string, resolved: string | null, refusal: Finding): Located =>
  fault("forbidden", { code: "nothing_sent", parameters: { host, resolved, why: [refusal] } })

const fault = (outcome: AttemptOutcome, finding: Finding): Located => ({
  addresses: null,
  fault: { outcome, finding },
})

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : String(error)

import type { LookupAddress } from "node:dns"
import { Resolver } from "node:dns/promises"
import { isIP } from "node:net"
import type { AttemptOutcome } from "../../../prisma/generated/enums.ts"
import type { Guard } from "../../guard.ts"

/** Where to connect to, or why nowhere. */
export type Located =
  | { addresses: LookupAddress[]; fault: null }
  | { addresses: null; fault: { outcome: AttemptOutcome; error: string } }

const tryMs = 3000
const otherFamilyMs = 300

/**
 * Looks a host up anew and refuses it where any of its addresses may not be reached: one bad address among good
 * ones is an attack. Whoever connects must use the very addresses that were judged.
 *
 * @param servers name servers; the system's where there are none.
 */
export async function locate(
  hostname: string,
  { guard, servers, signal }: { guard: Guard; servers: string[]; signal: AbortSignal },
): Promise<Located> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1")
  if (isIP(host) !== 0) return judge(host, [host], guard)
  const refusal = guard.refuseName(host)
  if (refusal !== null) return fault("forbidden", `Nothing was sent. ${refusal}.`)
  const resolver = new Resolver({ timeout: tryMs, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener("abort", cancel, { once: true })
  try {
    const answers = await bothFamilies(resolver, host)
    if (signal.aborted) return fault("timed_out", `${host} was not resolved in time.`)
    const found = answers.flatMap((one) => (one.status === "fulfilled" ? one.value : []))
    if (found.length > 0) return judge(host, found, guard)
    const codes = answers.flatMap((one) => (one.status === "rejected" ? codeOf(one.reason) : []))
    const why = [...new Set(codes)].join(" and ")
    return fault("unresolved", `${host} has no address: the name servers said ${why}.`)
  } finally {
    signal.removeEventListener("abort", cancel)
  }
}

/** Where one family has answered, the other is not waited for much longer; what is not known is not used. */
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
    if (refusal !== null) {
      const way = address === host ? "" : `${host} leads to ${address}: `
      return fault("forbidden", `Nothing was sent. ${way}${refusal}.`)
    }
  }
  return { addresses: found.map((address) => ({ address, family: isIP(address) })), fault: null }
}

const fault = (outcome: AttemptOutcome, error: string): Located => ({
  addresses: null,
  fault: { outcome, error },
})

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : String(error)

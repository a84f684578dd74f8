import { isIP } from "node:net"
import { refuseHost, type Guard } from "../../../../platform/guard.ts"
import { invalid } from "../../../kernel/errors.ts"

/** Where a monitor connects to; null equals undefined. */
type Place = {
  url?: string | null | undefined
  host?: string | null | undefined
  resolver?: string | null | undefined
}

/**
 * Checks the target as far as possible without DNS.
 * @throws {DomainError} validation_failed if the guard would never allow the connection.
 */
export function requireReachable(place: Place, guard: Guard): void {
  const [field] = leadsTo(place)
  const refusal = refusalOf(place, guard)
  if (refusal === null) return
  // The message adds its own full stop.
  const why = refusal.replace(/\.$/, "")
  throw invalid(`#/${field}`, `must be an address that monitors may reach: ${why}`)
}

/** Why the guard never allows the connection; null if it does, or if DNS decides. */
export function refusalOf(place: Place, guard: Guard): string | null {
  const [, where] = leadsTo(place)
  return where ? refuseHost(guard, where) : null
}

/** The field that determines the connection, and its host. */
function leadsTo({ url, host, resolver }: Place): [keyof Place, string | null | undefined] {
  if (url) return ["url", new URL(url).hostname]
  // An external name server may be asked about any name; ours may know internal names.
  return resolver ? ["resolver", addressOf(resolver)] : ["host", host]
}

/** Of a name server that may be written with its port. */
const addressOf = (server: string): string =>
  isIP(server) === 0 ? server.replace(/:\d+$/, "") : server

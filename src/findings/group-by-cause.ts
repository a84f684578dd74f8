import { withoutTelemetry, type Finding } from "./finding.ts"
import { untimed } from "./same-reason.ts"

/** An open problem: a monitor, an incident or an alert. */
export type Problem = {
  id: string
  findings: readonly Finding[]
  host: string | null
  /** The topmost monitor that is down among its own and those it depends on; null if its own is not down. */
  root: { id: string; name: string } | null
}

/** At least two problems with one cause. */
export type Group = { key: string; cause: Finding; ids: string[] }

/** @property reason null where nothing is known. */
type Facts = Problem & { reason: Finding | null; address: string | null }

/** One kind of cause: what problems must share, and how their group is called. */
type Rank = { keyOf(facts: Facts): string | null; causeOf(shared: Facts, all: Facts[]): Finding }

/** The most telling first. */
const ranks: readonly Rank[] = [
  {
    keyOf: ({ root }) => root && `parent:${root.id}`,
    causeOf: ({ root }) => ({
      code: "monitor_offline",
      parameters: { monitor: root?.name ?? "" },
    }),
  },
  {
    keyOf: ({ address }) => address && `address:${address}`,
    causeOf: ({ address }, all) => sameOf(all.map(atAddress)) ?? common(address, null),
  },
  {
    keyOf: ({ host }) => host && `host:${host.toLowerCase()}`,
    causeOf: ({ host }, all) => common(host, sameOf(all.map(({ reason }) => reason))),
  },
  {
    keyOf: ({ reason }) => reason && `reason:${untimed([reason])}`,
    causeOf: ({ reason }) => reason ?? { code: "no_reason", parameters: {} },
  },
]

/**
 * Groups problems by their most telling common cause: a monitor that they depend on and that is down, else the address
 * that fails, else the host, else the reason. Each problem is in at most one group, whatever their order. Values from
 * telemetry neither group nor show.
 */
export function groupByCause(problems: readonly Problem[]): Group[] {
  let left = problems.map(factsOf).toSorted((one, other) => compare(one.id, other.id))
  const groups: Group[] = []
  for (const { keyOf, causeOf } of ranks) {
    for (const [key, all] of Map.groupBy(left, keyOf)) {
      const [first] = all
      if (key === null || first === undefined || all.length === 1) continue
      groups.push({ key, cause: causeOf(first, all), ids: all.map(({ id }) => id) })
    }
    const grouped = new Set(groups.flatMap(({ ids }) => ids))
    left = left.filter(({ id }) => !grouped.has(id))
  }
  return groups.toSorted(
    (one, other) => other.ids.length - one.ids.length || compare(one.key, other.key),
  )
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

function factsOf(problem: Problem): Facts {
  const findings = withoutTelemetry(problem.findings)
  const [main = null] = findings
  const isKnown = main !== null && main.code !== "no_reason" && main.code !== "unknown_code"
  const [address = null] = addressesOf(findings).toSorted()
  return { ...problem, findings, reason: isKnown ? main : null, address }
}

/** What was connected to, wherever a finding names it. */
function addressesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(addressesOf)
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, one]: [string, unknown]) => {
    if (name === "endpoint" && typeof one === "string") return [withoutPort(one)]
    return name === "addresses" && Array.isArray(one) ? one.map(String) : addressesOf(one)
  })
}

/** "10.0.0.7:443" and "[2001:db8::1]:443" without their ports. */
const withoutPort = (endpoint: string): string =>
  endpoint.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1")

/** What happened at the address, whatever the port and how long it took; null for what says more than that. */
function atAddress({ reason, address }: Facts): Finding | null {
  if (reason === null || address === null) return null
  if (reason.code === "not_connected") {
    const tried = reason.parameters.tries.find((one) => withoutPort(one.endpoint) === address)
    if (tried === undefined) return null
    const tries = [{ ...tried, endpoint: address }]
    return { code: "not_connected", parameters: { tries, withinMs: null } }
  }
  if (reason.code !== "tls_handshake_failed") return reason
  const parameters = { ...reason.parameters, endpoint: address, withinMs: null }
  return { code: "tls_handshake_failed", parameters }
}

/** The reason of all, if it is the same. */
function sameOf(reasons: readonly (Finding | null)[]): Finding | null {
  const [first = null] = reasons
  if (first === null) return null
  const text = untimed([first])
  return reasons.every((one) => one !== null && untimed([one]) === text) ? first : null
}

const common = (what: string | null, why: Finding | null): Finding => ({
  code: "common_cause",
  parameters: { what: what ?? "", why: why === null ? [] : [why] },
})

import type { Urgency } from "../../contact/rules/recipients.ts"

/** Facts that hint at the cause of a failure. */
export type Origin = {
  monitorId: string | null
  parentId: string | null
  host: string | null
  /** The address that was connected to, or tried. */
  address: string | null
  /** Fingerprint of the presented certificate. */
  certificate: string | null
  /** The server that a DNS monitor queries. */
  resolver: string | null
  failureClass: string | null
  /** The SLO whose budget burns, and its monitors; both of its alerts have the cause that theirs have. */
  sloId?: string | null
  sloMonitorIds?: string[]
  /** The project whose monitors failed at once, if it is a mass failure. */
  massOf?: string | null
}

/** Network failures that rarely affect only one target. */
const classesOfNetwork: ReadonlySet<string> = new Set([
  "dns_temporary",
  "no_route",
  "connect_timeout",
])
const classesOfCertificate: ReadonlySet<string> = new Set(["tls", "certificate_days"])
const classesOfNames: ReadonlySet<string> = new Set(["dns_temporary", "dns_missing", "dns_answer"])

/** Whether a cause says nothing about another monitor or an SLO, whose ids follow the other kinds. */
export const isPlainCause = (cause: string): boolean =>
  /^(host|address|certificate|resolver|class):/.test(cause)

/** Possible causes, such as `host:shop.example`; alerts that share one may be grouped. */
export function causesOf(origin: Origin): string[] {
  const { monitorId, parentId, host, address, certificate, resolver, failureClass } = origin
  const { sloId = null, sloMonitorIds = [], massOf = null } = origin
  const is = (classes: ReadonlySet<string>) => failureClass !== null && classes.has(failureClass)
  const causes: [string, string | null][] = [
    ["host", host?.toLowerCase() ?? null],
    ["address", address],
    ["certificate", is(classesOfCertificate) ? certificate : null],
    ["resolver", is(classesOfNames) ? resolver : null],
    ["class", is(classesOfNetwork) ? failureClass : null],
    // A monitor and its children: either may fail first.
    ["parent", parentId],
    ["parent", monitorId],
    ...sloMonitorIds.map((id): [string, string] => ["parent", id]),
    ["slo", sloId],
    ["mass", massOf],
  ]
  return causes.flatMap(([kind, value]) => (value === null ? [] : [`${kind}:${value}`]))
}

export const massCause = (projectId: string): string => `mass:${projectId}`

export type Member = {
  alertId: string
  projectId: string
  /** A group has one policy, so it pages the same people. */
  policyId: string | null
  urgency: Urgency
  causes: string[]
  raisedAt: Date
}

/** How long after an alert was raised others may join it. */
export const windowMs = 5 * 60_000

/**
 * Find the leader of each newcomer that does not page for itself: the oldest alert raised shortly before or with it
 * that shares a cause and a policy and is at least as urgent.
 *
 * @param newcomers in the order they were raised.
 * @param leaders open alerts that page or have paged, oldest first.
 */
export function leadersOf(newcomers: Member[], leaders: Member[]): Map<string, string> {
  const leading = [...leaders]
  const led = new Map<string, string>()
  for (const newcomer of newcomers) {
    const lead = leading.find((one) => leads(one, newcomer))
    if (lead === undefined) leading.push(newcomer)
    else led.set(newcomer.alertId, lead.alertId)
  }
  return led
}

const leads = (lead: Member, newcomer: Member): boolean =>
  lead.projectId === newcomer.projectId &&
  lead.policyId === newcomer.policyId &&
  (lead.urgency === "high" || newcomer.urgency === "low") &&
  newcomer.raisedAt.getTime() - lead.raisedAt.getTime() <= windowMs &&
  lead.causes.some((cause) => newcomer.causes.includes(cause))

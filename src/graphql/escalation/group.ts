import type { Urgency } from "../contact/ways.ts"

/** What is known of where a failure may come from. */
export type Origin = {
  monitorId: string | null
  parentId: string | null
  host: string | null
  /** The address that was reached, or tried. */
  address: string | null
  /** Fingerprint of the certificate that was shown. */
  certificate: string | null
  /** The server that a dns monitor asks. */
  resolver: string | null
  failureClass: string | null
}

/** Trouble on the way that is rarely one target's alone. */
const classesOfLine: ReadonlySet<string> = new Set(["dns_temporary", "no_route", "connect_timeout"])
const classesOfCertificate: ReadonlySet<string> = new Set(["tls", "certificate_days"])
const classesOfNames: ReadonlySet<string> = new Set(["dns_temporary", "dns_missing", "dns_answer"])

/** Each thing that may be the cause, such as `host:shop.example`: alerts that share one may be one page. */
export function causesOf(origin: Origin): string[] {
  const { monitorId, parentId, host, address, certificate, resolver, failureClass } = origin
  const is = (classes: ReadonlySet<string>) => failureClass !== null && classes.has(failureClass)
  const causes: [string, string | null][] = [
    ["host", host?.toLowerCase() ?? null],
    ["address", address],
    ["certificate", is(classesOfCertificate) ? certificate : null],
    ["resolver", is(classesOfNames) ? resolver : null],
    ["class", is(classesOfLine) ? failureClass : null],
    // A monitor and those below it: either may fail first.
    ["parent", parentId],
    ["parent", monitorId],
  ]
  return causes.flatMap(([kind, value]) => (value === null ? [] : [`${kind}:${value}`]))
}

export type Member = {
  alertId: string
  projectId: string
  /** The policy that pages for it: a group is told to the same people. */
  policyId: string | null
  urgency: Urgency
  causes: string[]
  raisedAt: Date
}

/** How long after an alert was raised others may join it. */
export const windowMs = 5 * 60_000

/**
 * Which alert pages for each newcomer that does not page for itself: the oldest that was raised shortly before, or
 * with it, shares a cause, pages the same people and is no less urgent.
 *
 * @param newcomers in the order in which they were raised.
 * @param leaders alerts that page at present, or have paged and are open, oldest first.
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

import type { DeliveryQueue } from "../../../../../prisma/generated/enums.ts"
import type { Figures } from "../read-health.ts"
import { readFindings, readLast, type Finding } from "../../../../findings/finding.ts"
import { degraded, down, join, ok, type Judged } from "./judged.ts"
import { judgeReports } from "./judge-reports.ts"
import { commandName } from "../../../../platform/command-name.ts"

/** From this share of inconclusive monitors health is degraded; from half it is down. */
const noticedShare = 0.1
const halfShare = 0.5

/** How long the oldest delivery may wait. */
const patienceSeconds: Record<DeliveryQueue, number> = {
  event: 60,
  webhook: 60,
  page: 60,
  notice: 600,
}

/** An audit is due each minute. */
const auditPatienceSeconds = 150

/** The parts of the health report that come from the database. */
export function judgeHealth(figures: Figures) {
  const families = {
    ipv4: judgeFamily("IPv4", figures.isIpv4Alive),
    ipv6: judgeFamily("IPv6", figures.isIpv6Alive),
    resolvers: judgeResolvers(figures.areResolversAlive),
  }
  const egress = join(judgeLine(figures), ...Object.values(families), ...judgeFindings(figures))
  const queues = {
    event: judgeQueue(figures, "event"),
    webhook: judgeQueue(figures, "webhook"),
    page: judgeQueue(figures, "page"),
    notice: judgeQueue(figures, "notice"),
  }
  return {
    probe: join(judgeOverdue(figures), judgeUnknown(figures), egress),
    egress,
    families,
    outbox: join(...Object.values(queues)),
    queues,
    escalation: judgeEscalation(figures),
    secrets: judgeSecrets(figures),
    watcher: judgeWatcher(figures),
    exports: judgeExports(figures),
    connected: judgeConnected(figures),
    ...judgeReports(figures.reports),
  }
}

/** A bus is never down: without it live updates use polling. */
export const judgeBus = (fault: Finding | null): Judged =>
  fault === null ? ok : degraded({ code: "bus_fails", parameters: { fault: [fault] } })

const command = commandName
const share = (count: number, of: number) => ({ count, of })

function judgeSecrets({ unreadableSecrets: count }: Figures): Judged {
  if (count === 0) return ok
  return degraded({ code: "secrets_unreadable", parameters: { count, command } })
}

function judgeWatcher({ pingError, pingFindings }: Figures): Judged {
  const fault = readLast({ lastError: pingError, lastFindings: pingFindings })
  return fault.length === 0 ? ok : degraded({ code: "dead_man_refuses", parameters: { fault } })
}

const judgeExports = ({ failingExports: count }: Figures): Judged =>
  count === 0 ? ok : degraded({ code: "exports_failing", parameters: { count } })

/** Their projects must repair them, and their pages say so: named here, it degrades nothing. */
function judgeConnected({ channels, failingChannels, failingCalendars: count }: Figures): Judged {
  const findings: Finding[] = []
  if (failingChannels > 0)
    findings.push({ code: "channels_failing", parameters: share(failingChannels, channels) })
  if (count > 0) findings.push({ code: "calendars_failing", parameters: { count } })
  return { status: "ok", findings }
}

const judgeOverdue = ({ monitors, overdueMonitors }: Figures): Judged =>
  overdueMonitors === 0
    ? ok
    : degraded({ code: "monitors_overdue", parameters: share(overdueMonitors, monitors) })

function judgeUnknown({ dueMonitors, unknownMonitors }: Figures): Judged {
  if (unknownMonitors === 0 || unknownMonitors < dueMonitors * noticedShare) return ok
  const found: Finding = {
    code: "checks_inconclusive",
    parameters: share(unknownMonitors, dueMonitors),
  }
  return unknownMonitors < dueMonitors * halfShare ? degraded(found) : down(found)
}

/** Without monitors no report is needed, and a network that is down hides nothing. */
function judgeLine({ monitors, isLineAlive, isAnyLineAlive }: Figures): Judged {
  if (isLineAlive === true) return ok
  if (isLineAlive === null)
    return monitors === 0 ? ok : degraded({ code: "no_prober_reports", parameters: {} })
  if (isAnyLineAlive === true)
    return degraded({ code: "prober_without_egress", parameters: { command } })
  const found: Finding = { code: "no_prober_has_egress", parameters: {} }
  return monitors === 0 ? degraded(found) : down(found)
}

/** What is wrong while others are right is named and harms nothing. */
function judgeFindings({ findings, hasNoAnchors }: Figures): Judged[] {
  const judged = findings.map(({ code, parameters, text }): Judged => {
    const found = readFindings(parameters && [{ code, parameters }], text)
    return { status: code === "strange" ? "ok" : "degraded", findings: found }
  })
  const unproved: Finding = { code: "anchors_off", parameters: {} }
  return hasNoAnchors === true ? [...judged, { status: "ok", findings: [unproved] }] : judged
}

const judgeFamily = (family: "IPv4" | "IPv6", isAlive: boolean | null): Judged =>
  isAlive === false ? degraded({ code: "family_unreachable", parameters: { family } }) : ok

const judgeResolvers = (areAlive: boolean | null): Judged =>
  areAlive === false ? degraded({ code: "resolvers_silent", parameters: {} }) : ok

function judgeQueue({ oldestDue }: Figures, queue: DeliveryQueue): Judged {
  const seconds = Math.floor(oldestDue[queue] ?? 0)
  if ((oldestDue[queue] ?? 0) <= patienceSeconds[queue]) return ok
  return degraded({ code: "delivery_overdue", parameters: { queue, seconds } })
}

/**
 * Whether every open alert reached somebody or has a next step, and whether that was verified recently; without alerts
 * there is nothing to verify.
 */
function judgeEscalation(figures: Figures): Judged {
  if (figures.openAlerts === 0) return ok
  return join(judgeUnreachable(figures), judgeAudit(figures))
}

const judgeUnreachable = ({ openAlerts, unreachableAlerts }: Figures): Judged =>
  unreachableAlerts === 0
    ? ok
    : degraded({ code: "alerts_unreached", parameters: share(unreachableAlerts, openAlerts) })

function judgeAudit({ openAlerts, faults, auditAge }: Figures): Judged {
  if (faults > 0)
    return degraded({ code: "alerts_without_step", parameters: share(faults, openAlerts) })
  if (auditAge !== null && auditAge <= auditPatienceSeconds) return ok
  return degraded({ code: "audit_overdue", parameters: { count: openAlerts } })
}

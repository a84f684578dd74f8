import { readLast } from "../../../../findings/finding.ts"
import { say } from "../../../../findings/say.ts"
import type { DeliveryQueue } from "../../../../../prisma/generated/enums.ts"
import type { Figures } from "../read-health.ts"
import { counted } from "../../../../platform/counted.ts"
import { join, type Judged } from "./judged.ts"
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
export const judgeBus = (fault: string | null): Judged =>
  fault === null ? ok : degraded(`${fault} Until it is back, live updates use polling.`)

const ok: Judged = { status: "ok", detail: null }
const degraded = (detail: string): Judged => ({ status: "degraded", detail })
const down = (detail: string): Judged => ({ status: "down", detail })

function judgeSecrets({ unreadableSecrets: count }: Figures): Judged {
  if (count === 0) return ok
  return degraded(
    `${counted(count, "stored secret")} cannot be decrypted, so monitors are not checked or messages not sent. ` +
      `\`${commandName} doctor\` says which and what to do.`,
  )
}

function judgeWatcher({ pingError, pingFindings }: Figures): Judged {
  const why = readLast({ lastError: pingError, lastFindings: pingFindings })
  if (why.length === 0) return ok
  return degraded(
    `DEAD_MAN_URL does not accept pings: ${say(why)}. Correct it: nobody hears that Watchkeeper is down.`,
  )
}

function judgeExports({ failingExports: count }: Figures): Judged {
  if (count === 0) return ok
  return degraded(
    `The static copies of ${counted(count, "status page")} cannot be written. Check STATUS_EXPORT_URL; each page's settings say why.`,
  )
}

/** Their projects must repair them, and their pages say so: named here, it degrades nothing. */
function judgeConnected({ channels, failingChannels, failingCalendars }: Figures): Judged {
  const details = [
    failingChannels > 0 &&
      `The last message to ${failingChannels} of ${counted(channels, "channel")} failed; its page says why.`,
    failingCalendars > 0 &&
      `${counted(failingCalendars, "on-call calendar")} cannot be read, and the last copy is used; the rotation says why.`,
  ].filter((one) => one !== false)
  return { status: "ok", detail: details.length === 0 ? null : details.join(" ") }
}

function judgeOverdue({ monitors, overdueMonitors }: Figures): Judged {
  if (overdueMonitors === 0) return ok
  return degraded(
    `${overdueMonitors} of ${counted(monitors, "monitor")} ${overdueMonitors === 1 ? "is" : "are"} overdue: no prober checks ${overdueMonitors === 1 ? "it" : "them"}. Start a probe process.`,
  )
}

function judgeUnknown({ dueMonitors, unknownMonitors }: Figures): Judged {
  if (unknownMonitors === 0 || unknownMonitors < dueMonitors * noticedShare) return ok
  const words = `The last checks of ${unknownMonitors} of ${counted(dueMonitors, "monitor")} were inconclusive. Each monitor's page says why.`
  return unknownMonitors < dueMonitors * halfShare ? degraded(words) : down(words)
}

/** Without monitors no report is needed, and a network that is down hides nothing. */
function judgeLine({ monitors, isLineAlive, isAnyLineAlive }: Figures): Judged {
  if (isLineAlive === true) return ok
  if (isLineAlive === null) {
    return monitors === 0
      ? ok
      : degraded("No prober has reported the state of its network recently. Start a probe process.")
  }
  if (isAnyLineAlive === true)
    return degraded(
      `A prober reaches none of the egress anchors. Run \`${commandName} doctor\` on its machine.`,
    )
  const words =
    "No prober reaches any egress anchor: its network is dead, or EGRESS_ANCHORS is wrong."
  return monitors === 0 ? degraded(words) : down(words)
}

/** What is wrong while others are right is named and harms nothing. */
function judgeFindings({ findings, hasNoAnchors }: Figures): Judged[] {
  const judged = findings.map(({ code, text }): Judged => {
    return code === "strange" ? { status: "ok", detail: text } : degraded(text)
  })
  const unproved = "EGRESS_ANCHORS is off, so failures count without a proof of our own network."
  return hasNoAnchors === true ? [...judged, { status: "ok", detail: unproved }] : judged
}

function judgeFamily(name: "IPv4" | "IPv6", isAlive: boolean | null): Judged {
  if (isAlive !== false) return ok
  return degraded(
    `A prober reaches no ${name} anchor, so failures over ${name} are unknown. Repair ${name} there, or remove its anchors from EGRESS_ANCHORS.`,
  )
}

function judgeResolvers(areAlive: boolean | null): Judged {
  if (areAlive !== false) return ok
  return degraded(
    "None of a prober's name servers responds, so names cannot be resolved. Check its /etc/resolv.conf, or set RESOLVERS.",
  )
}

function judgeQueue({ oldestDue }: Figures, queue: DeliveryQueue): Judged {
  const seconds = Math.floor(oldestDue[queue] ?? 0)
  if ((oldestDue[queue] ?? 0) <= patienceSeconds[queue]) return ok
  return degraded(
    `The oldest delivery of the ${queue} queue has been due for ${seconds} s. Start a notify process, or look at its log.`,
  )
}

/**
 * Whether every open alert reached somebody or has a next step, and whether that was verified recently; without alerts
 * there is nothing to verify.
 */
function judgeEscalation(figures: Figures): Judged {
  if (figures.openAlerts === 0) return ok
  return join(judgeUnreachable(figures), judgeAudit(figures))
}

function judgeUnreachable({ openAlerts, unreachableAlerts }: Figures): Judged {
  if (unreachableAlerts === 0) return ok
  return degraded(
    `Nobody could be reached about ${unreachableAlerts} of ${counted(openAlerts, "open alert")}: every message failed, those to owners and admins too. Correct their channels, and acknowledge the alerts.`,
  )
}

function judgeAudit({ openAlerts, faults, auditAge }: Figures): Judged {
  if (faults > 0)
    return degraded(
      `${faults} of ${counted(openAlerts, "open alert")} ${faults === 1 ? "has" : "have"} no next step. The log of the notify process says why.`,
    )
  if (auditAge !== null && auditAge <= auditPatienceSeconds) return ok
  return degraded(
    `It was not recently verified that ${counted(openAlerts, "open alert")} ${openAlerts === 1 ? "has" : "have"} a next step. Start a notify process, or look at its log.`,
  )
}

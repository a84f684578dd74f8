import type { Services } from "../../../platform/services.ts"
import { invalid, notFound } from "../../kernel/errors.ts"
import { uptimeOfMany, type Uptime } from "../../monitoring/check/check-uptime.ts"
import { addTimes, noTimes } from "../../monitoring/check/rules/uptime-times.ts"
import { readUptimesOfSpans } from "../../monitoring/check/uptimes-of-spans.ts"
import { zoneOf, type Zone } from "../../on-call/rules/time-zone.ts"
import { listReportMonitors, type ReportMonitor, type ReportScope } from "./list-report-monitors.ts"
import { listReportIncidents, type ReportIncident } from "./list-report-incidents.ts"
import { daysOfMonth, monthWindow } from "./rules/report-month.ts"

/** Monitors that a report lists; its total is of all. */
const rowsShown = 200
const correctionsShown = 100

export type ReportRow = ReportMonitor & {
  uptime: Uptime
  incidentCount: number
  /** Its uptime on each day of the month so far. */
  days(): Promise<Uptime[]>
}

export type UptimeReport = {
  projectId: string
  projectName: string
  month: string
  timeZone: string
  /** The label or the page; null for all monitors. */
  scopeName: string | null
  total: Uptime
  monitorCount: number
  /** In the page's order; otherwise the lowest uptime first. */
  rows: ReportRow[]
  /** That touch the month, oldest first. */
  incidents: ReportIncident[]
  incidentCount: number
  /** Of the month's corrections of these monitors, the first 100. */
  correctionIds: string[]
}

type Needed = Pick<Services, "database" | "clock">

/**
 * The uptime of a month in the project's time zone, of monitors that exist now. The caller has checked permissions.
 *
 * @throws {DomainError} not_found, or validation_failed for a month that has not begun.
 */
export async function readReport(
  services: Needed,
  projectId: string,
  month: string,
  scope: ReportScope,
): Promise<UptimeReport> {
  const { prisma } = services.database
  const project = await prisma.project.findUnique({ where: { id: projectId } })
  if (project === null) throw notFound("project")
  const now = services.clock.now()
  const zone = zoneOf(project.timeZone)
  const { from, to: end } = monthWindow(month, zone)
  if (from >= now) throw invalid("#/month", "must not be in the future")
  const to = end > now ? now : end
  const { scopeName, monitors } = await listReportMonitors(services, projectId, scope, to)
  const uptimes = await readUptimesOfSpans(
    services,
    monitors.map(({ seq }) => ({ seq, from, to })),
  )
  const total = uptimes.reduce((sum, { times }) => addTimes(sum, times), noTimes)
  const isWhole = scope.labelId === null && scope.statusPageId === null
  const { incidents, incidentCount, countOf } = await listReportIncidents(services, projectId, {
    monitorIds: isWhole ? null : monitors.map(({ id }) => id),
    from,
    to,
  })
  const corrections = await prisma.correction.findMany({
    where: {
      projectId,
      startsAt: { lt: to },
      endsAt: { gt: from },
      monitors: { some: { monitorId: { in: monitors.map(({ id }) => id) } } },
    },
    select: { id: true },
    orderBy: [{ startsAt: "asc" }, { id: "asc" }],
    take: correctionsShown,
  })
  const all = monitors.flatMap((monitor, at) => {
    const uptime = uptimes[at]
    const incidentCount = countOf(monitor.id)
    return uptime === undefined ? [] : [{ ...monitor, uptime, incidentCount }]
  })
  const listed = (scope.statusPageId === null ? all.toSorted(byUptime) : all).slice(0, rowsShown)
  const days = createDays(services, listed, month, zone)
  return {
    projectId,
    projectName: project.name,
    month,
    timeZone: project.timeZone,
    scopeName,
    total: uptimeOfMany(from, to, total),
    monitorCount: all.length,
    rows: listed.map((row) => ({ ...row, days: () => days(row.seq) })),
    incidents,
    incidentCount,
    correctionIds: corrections.map(({ id }) => id),
  }
}

type Counted = ReportMonitor & { uptime: Uptime }

/** The lowest first, those without data last. */
const byUptime = (one: Counted, other: Counted): number =>
  (one.uptime.percent ?? 101) - (other.uptime.percent ?? 101) || one.name.localeCompare(other.name)

/** The days of all rows, read once when the first asks. */
function createDays(services: Needed, rows: Counted[], month: string, zone: Zone) {
  let reading: Promise<Uptime[]> | null = null
  const days = daysOfMonth(month, zone, services.clock.now())
  return async (seq: number): Promise<Uptime[]> => {
    reading ??= readUptimesOfSpans(
      services,
      rows.flatMap((row) => days.map((day) => ({ seq: row.seq, ...day }))),
    )
    const at = rows.findIndex((row) => row.seq === seq)
    return (await reading).slice(at * days.length, (at + 1) * days.length)
  }
}

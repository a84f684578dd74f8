import { asWritten } from "../../src/findings/finding.ts"
import { randomUUID } from "node:crypto"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { grantable } from "../../src/graphql/kernel/access.ts"
import type { Context } from "../../src/graphql/kernel/context.ts"
import { scheduleSeries } from "../../src/graphql/maintenance/series/schedule-series.ts"
import { scheduleMaintenance } from "../../src/graphql/maintenance/window/schedule-maintenance.ts"
import { createCorrection } from "../../src/graphql/monitoring/correction/create-correction.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { createSlo } from "../../src/graphql/slo/create-slo.ts"
import { attachMonitor } from "../../src/graphql/status-pages/status-page/attach-resource.ts"
import { createStatusPage } from "../../src/graphql/status-pages/status-page/create-status-page.ts"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import { newId } from "../../src/platform/id.ts"
import { makePerson } from "./people.ts"
import { declareOn } from "./outage.ts"
import { makeProject, type World } from "./world.ts"

const hour = 3_600_000
export const inHours = (hours: number) => new Date(Date.now() + hours * hour)

/** What a project has of one label: a monitor with an outage, and what people planned for it. */
async function makeSide(
  ctx: Context,
  world: World,
  projectId: string,
  mark: string,
  parentId: string | null,
) {
  const label = await createLabel(ctx, { projectId, name: `${mark}-label` })
  const monitor = await createMonitor(ctx, {
    projectId,
    kind: "http",
    name: `${mark}-monitor`,
    description: `${mark}-description`,
    url: `http://127.0.0.1:1/${mark}-url`,
    labelIds: [label.id],
    parentId,
  })
  const outage = await declareOn(world, monitor, {
    level: "offline",
    findings: [asWritten(`${mark}-reason`)],
  })
  const incident = await declareIncident(ctx, {
    projectId,
    title: `${mark}-incident`,
    monitors: [{ monitorId: monitor.id, status: "degraded" }],
  })
  const maintenance = await scheduleMaintenance(ctx, {
    projectId,
    title: `${mark}-window`,
    startsAt: inHours(1),
    endsAt: inHours(2),
    monitorIds: [monitor.id],
  })
  const correction = await createCorrection(ctx, {
    projectId,
    reason: `${mark}-correction`,
    startsAt: inHours(-0.2),
    endsAt: inHours(-0.1),
    monitorIds: [monitor.id],
  })
  const series = await scheduleSeries(ctx, {
    projectId,
    title: `${mark}-series`,
    unit: "days",
    every: 1,
    startTime: "03:00",
    durationMinutes: 30,
    startsOn: inHours(24).toISOString().slice(0, 10),
    timeZone: "UTC",
    monitorIds: [monitor.id],
  })
  const slo = await createSlo(ctx, {
    projectId,
    name: `${mark}-slo`,
    indicator: "monitors",
    monitorIds: [monitor.id],
    targetPercent: 99,
    windowDays: 30,
  })
  const page = await createStatusPage(ctx, { projectId, name: `${mark}-page` })
  const resource = await attachMonitor(ctx, { statusPageId: page.id, monitorId: monitor.id })
  const ids = {
    monitor: monitor.id,
    alert: outage.alertId,
    outage: outage.incidentId ?? "",
    incident: incident.id,
    maintenance: maintenance.id,
    series: series.id,
    correction: correction.id,
    slo: slo.id,
    page: page.id,
    resource: resource.id,
  }
  return { label, monitor, ids }
}

/** A failed check, so that the monitor has one. */
const recordCheckOf = (world: World, seq: number) =>
  world.services.database.pool.query(
    `insert into check_result (monitor_seq, started_at, status, failure_class, reason, warnings, attempts, duration_ms)
     values ($1, date_trunc('milliseconds', now() - interval '6 minutes'), 'offline', 'connect_refused', 'Refused.', '{}', 2, 5)`,
    [seq],
  )

/**
 * A project with two labels. The monitor of ours depends on that of theirs, and a window covers both. The person may
 * do everything that a role of one's own can, but is limited to our label.
 */
export async function makeSides(world: World) {
  const { prisma } = world.services.database
  const { id: projectId } = await makeProject(world)
  const marks = {
    ours: `ours${randomUUID().slice(0, 8)}`,
    theirs: `theirs${randomUUID().slice(0, 8)}`,
  }
  const policy = await createPolicy(world.system, {
    projectId,
    name: "Night",
    isDefault: true,
    rules: [],
  })
  const theirs = await makeSide(world.system, world, projectId, marks.theirs, null)
  const ours = await makeSide(world.system, world, projectId, marks.ours, theirs.monitor.id)
  // A verdict names the parent that silenced it.
  await prisma.verdict.create({
    data: {
      id: newId(),
      monitorId: ours.monitor.id,
      decision: "silenced",
      steps: [
        { step: "check", outcome: "offline", detail: "Refused." },
        {
          step: "silence",
          outcome: "parent_down",
          detail: "The parent monitor is offline, and the alert is raised there.",
          silence: { kind: "parent_down", name: theirs.monitor.name, since: null, until: null },
        },
      ],
      statusChanges: {
        create: {
          id: newId(),
          monitorId: ours.monitor.id,
          from: "unknown",
          to: "offline",
          at: inHours(-0.5),
          decidedAt: inHours(-0.5),
        },
      },
    },
  })
  await prisma.statusChange.create({
    data: {
      id: newId(),
      monitorId: theirs.monitor.id,
      from: "unknown",
      to: "offline",
      at: inHours(-0.5),
      decidedAt: inHours(-0.5),
    },
  })
  for (const { seq } of [ours.monitor, theirs.monitor]) {
    await recordCheckOf(world, seq)
  }
  await scheduleMaintenance(world.system, {
    projectId,
    title: `${marks.theirs}-shared`,
    startsAt: inHours(3),
    endsAt: inHours(4),
    monitorIds: [ours.monitor.id, theirs.monitor.id],
  })
  const role = await prisma.customRole.create({
    data: { id: newId(), projectId, name: "All", permissions: [...grantable] },
  })
  const person = await makePerson(world, "Limited")
  const unlimited = await makePerson(world, "Unlimited")
  const base = { projectId, role: "custom", customRoleId: role.id } as const
  const memberId = newId()
  await prisma.member.createMany({
    data: [
      { ...base, id: memberId, userId: person.userId, labelIds: [ours.label.id] },
      { ...base, id: newId(), userId: unlimited.userId },
    ],
  })
  return { projectId, marks, ours, theirs, policy, person, unlimited, memberId }
}

export type Sides = Awaited<ReturnType<typeof makeSides>>

/** Traces of the other side in an answer. */
export function tracesOf({ marks, theirs }: Sides, answer: unknown): string[] {
  const text = JSON.stringify(answer ?? null)
  const found = [marks.theirs, ...Object.values(theirs.ids)].filter((one) => text.includes(one))
  // A cursor holds what a page is sorted by.
  const cursors = text.match(/"[A-Za-z0-9_-]{24,}"/g) ?? []
  const hidden = cursors.filter((one) =>
    Buffer.from(one.slice(1, -1), "base64url").toString().includes(marks.theirs),
  )
  return [...found, ...hidden]
}

/** Everything stored about the other side's monitor, to see whether it changed. */
export async function stateOf(world: World, { theirs }: Sides): Promise<string> {
  const { monitor } = theirs
  const rows = await Promise.all(
    Object.entries({
      monitor: "id = $1",
      monitor_label: "monitor_id = $1",
      alert: "monitor_id = $1",
      incident:
        "monitor_id = $1 or id in (select incident_id from incident_monitor where monitor_id = $1)",
      incident_monitor: "monitor_id = $1",
      incident_update: "incident_id in (select id from incident where monitor_id = $1)",
      maintenance: "id in (select maintenance_id from maintenance_monitor where monitor_id = $1)",
      maintenance_monitor: "monitor_id = $1",
      maintenance_series:
        "id in (select series_id from maintenance_series_monitor where monitor_id = $1)",
      maintenance_series_monitor: "monitor_id = $1",
      alert_share: "alert_id in (select id from alert where monitor_id = $1)",
      escalation: "alert_id in (select id from alert where monitor_id = $1)",
      status_page_resource: "monitor_id = $1",
    }).map(async ([table, where]) => {
      const { rows } = await world.services.database.pool.query<{ digest: string }>(
        `select coalesce(string_agg(r::text, '|' order by r::text), '') as digest from ${table} r where ${where}`,
        [monitor.id],
      )
      return `${table}: ${rows[0]?.digest}`
    }),
  )
  return rows.join("\n")
}

import type { Linked } from "../../graphql/incidents/alert/acknowledge-link.ts"
import { contextOfPaged } from "../../graphql/incidents/alert/paged-person.ts"
import type { Actor, Permission } from "../../graphql/kernel/access.ts"
import { contextFor } from "../../graphql/kernel/context.ts"
import { DomainError } from "../../graphql/kernel/errors.ts"
import {
  readTimeline,
  type ReadTimeline,
} from "../../graphql/monitoring/alert-timeline/read-timeline.ts"
import { evidenceText, readEvidence } from "../../graphql/monitoring/check/check-evidence.ts"
import type { CheckRow } from "../../graphql/monitoring/check/list-checks.ts"
import type { Services } from "../../platform/services.ts"

type Named = { id: string; name: string }

/** What the page shows beside the alert. */
export type AlertPage = Linked & {
  now: Date
  isOwn: boolean
  mayResolve: boolean
  /** Null for a reader who may not see monitors. */
  details: {
    timeline: ReadTimeline
    check: CheckRow | null
    body: string | null
    edits: { at: Date; by: string }[]
  } | null
  /** Whom they can page; none for a team channel. */
  people: Named[]
  teams: Named[]
}

const dayMs = 86_400_000
const mostEdits = 10
const mostNamed = 200
const mostOfBody = 400

/** Reads the alert of a link as its recipient may see it, without values of telemetry, because links are forwarded. */
export async function readAlertPage(services: Services, linked: Linked): Promise<AlertPage> {
  const ctx = contextOfPaged(services, linked, "link", "readAlert")
  const { alert, recipient } = linked
  const { projectId, id } = alert
  const may = async (permission: Permission) => {
    try {
      await ctx.access.require(projectId, permission, "alert", { type: "alert", id })
      return true
    } catch (error) {
      if (error instanceof DomainError) return false
      throw error
    }
  }
  const isPerson = recipient.kind === "person"
  const [readsMonitors, mayResolve, permissions] = await Promise.all([
    may("monitors:read"),
    may("alerts:write"),
    ctx.access.permissions(projectId),
  ])
  const named = isPerson && permissions.includes("on_call:read")
  const [details, people, teams] = await Promise.all([
    readsMonitors ? readDetails(services, linked) : null,
    named ? readPeople(services, projectId, recipient.id) : [],
    named ? readTeams(services, projectId) : [],
  ])
  const now = services.clock.now()
  const isOwn = isPerson && alert.assigneeId === recipient.id
  return { ...linked, now, isOwn, mayResolve, details, people, teams }
}

const noLabel = "00000000-0000-0000-0000-000000000000"

/** Reads this alert and its monitor, and nothing about others. */
const reader = (projectId: string, pageId: string): Actor => ({
  kind: "key",
  keyId: pageId,
  projectId,
  plan: "free",
  name: "Link",
  scopes: ["alerts:read", "monitors:read"],
  labelIds: [noLabel],
})

async function readDetails(services: Services, { alert, page }: Linked) {
  const ctx = contextFor(services, reader(alert.projectId, page.id))
  const timeline = await readTimeline(ctx, alert.id)
  const check = timeline.rows.toSorted((a, b) => +b.started_at - +a.started_at)[0] ?? null
  const evidence = check && (await readEvidence(ctx, check.monitor_seq, check.started_at))
  const body = (evidence && evidenceText(evidence).trim().slice(0, mostOfBody)) || null
  return { timeline, check, body, edits: await readEdits(services, alert) }
}

async function readEdits(
  { database }: Services,
  { monitorId, projectId, createdAt }: Linked["alert"],
) {
  if (monitorId === null) return []
  const rows = await database.prisma.auditEntry.findMany({
    where: {
      projectId,
      subjectId: monitorId,
      action: "monitor.updated",
      at: { gte: new Date(createdAt.getTime() - dayMs) },
    },
    orderBy: { at: "desc" },
    take: mostEdits,
    select: { at: true, actorName: true },
  })
  return rows.toReversed().map(({ at, actorName: by }) => ({ at, by }))
}

async function readPeople({ database }: Services, projectId: string, selfId: string) {
  const rows = await database.prisma.member.findMany({
    where: { projectId, userId: { not: selfId } },
    select: { user: { select: { id: true, name: true } } },
    orderBy: { user: { name: "asc" } },
    take: mostNamed,
  })
  return rows.map(({ user }) => user)
}

const readTeams = ({ database }: Services, projectId: string): Promise<Named[]> =>
  database.prisma.team.findMany({
    where: { projectId },
    select: { id: true, name: true },
    orderBy: { name: "asc" },
    take: mostNamed,
  })

import { z } from "zod"
import type { ActorKind, UpdateKind } from "../../../prisma/generated/enums.ts"
import type { Transaction } from "../../graphql/kernel/transaction.ts"
import { moveOf, updatesAtMost } from "../../graphql/status-pages/status-page/view-incidents.ts"
import { publicStateOf } from "../../graphql/status-pages/status-page/rules/public-state.ts"
import type { IncidentNews, MaintenanceNews } from "./subscriber-messages.ts"

/** An event of the outbox. */
export type Happened = {
  id: string
  projectId: string
  event: string
  subjectId: string
  /** Of an incident: its timeline entry; null for edits. */
  changeId: string | null
  payload: unknown
  createdAt: Date
}

export type News =
  | { kind: "incident"; news: IncidentNews }
  | { kind: "postmortem"; news: IncidentNews }
  | { kind: "maintenance"; news: MaintenanceNews }

/** Events that subscribers can receive. */
export const announcedEvents = [
  "incident.created",
  "incident.updated",
  "incident.resolved",
  "incident.postmortem_published",
  "maintenance.reminded",
  "maintenance.started",
  "maintenance.ended",
]

/** The public news of an event; null if it is internal, such as a note for the team or a new name. */
export function readNews(tx: Transaction, happened: Happened): Promise<News | null> {
  return happened.event.startsWith("incident.")
    ? readIncident(tx, happened)
    : readMaintenance(tx, happened)
}

type Update = {
  kind: UpdateKind
  body: string
  actorKind: ActorKind
  isPublic: boolean
  outages: number | null
  until: Date | null
}

/** Kinds whose text is written for the public; for the others the kind says everything. */
const spoken: ReadonlySet<UpdateKind> = new Set(["declared", "note"])

const published = z.object({ postmortem: z.object({ notify_subscribers: z.literal(true) }) })

/** The timeline entry of an event; null for edits, which have none. */
function findUpdate(
  db: Transaction["db"],
  { event, subjectId, changeId }: Happened,
): Promise<Update | null> {
  if (event === "incident.created") {
    return db.incidentUpdate.findFirst({ where: { incidentId: subjectId, kind: "declared" } })
  }
  return changeId === null
    ? Promise.resolve(null)
    : db.incidentUpdate.findUnique({ where: { id: changeId } })
}

/** Public ones, newest first. */
async function readUpdates(db: Transaction["db"], incidentId: string) {
  const updates = await db.incidentUpdate.findMany({
    where: { incidentId, isPublic: true },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: updatesAtMost,
    select: { kind: true, body: true },
  })
  return updates.map(({ kind, body }) => ({ kind, movedTo: moveOf(kind, body) }))
}

async function readIncident({ db }: Transaction, happened: Happened): Promise<News | null> {
  const { event, subjectId: id, payload } = happened
  const incident = await db.incident.findUnique({ where: { id }, include: { state: true } })
  if (incident === null) return null
  const { title, isTitleChosen, startedAt } = incident
  const isOver = incident.resolvedAt !== null
  const state = publicStateOf({ ...incident, updates: await readUpdates(db, id) })
  const base = { id, title, isTitleChosen, state, isOver, flap: null }
  if (event === "incident.postmortem_published") {
    if (!incident.postmortemPublished || !published.safeParse(payload).success) return null
    return { kind: "postmortem", news: { ...base, kind: "postmortem", said: "", mayReturn: false } }
  }
  const update = await findUpdate(db, happened)
  // Subscribers are not notified of acknowledgements.
  if (update === null || !update.isPublic || update.kind === "acknowledged") return null
  const isSaid = update.actorKind !== "system" && spoken.has(update.kind)
  const said = isSaid ? update.body : ""
  const { kind, outages, until } = update
  const flap = outages === null || until === null ? null : { outages, from: startedAt, until }
  const mayReturn = kind === "resolved" && !incident.isManual && flap === null
  return { kind: "incident", news: { ...base, kind, said, flap, mayReturn } }
}

async function readMaintenance({ db }: Transaction, happened: Happened): Promise<News | null> {
  const { subjectId: id, createdAt } = happened
  const event = z
    .enum(["maintenance.reminded", "maintenance.started", "maintenance.ended"])
    .parse(happened.event)
  const window = await db.maintenance.findUnique({ where: { id } })
  if (window === null) return null
  const { title, description, state, startsAt, endsAt } = window
  const wasAnnounced = window.remindedAt !== null || startsAt <= createdAt
  // News that became outdated while the role was not running is dropped.
  const isWanted = {
    "maintenance.reminded": state === "scheduled",
    "maintenance.started": state === "ongoing" && window.notifyAtStart,
    "maintenance.ended": window.notifyAtEnd && (state !== "cancelled" || wasAnnounced),
  }[event]
  return isWanted
    ? { kind: "maintenance", news: { event, title, description, state, startsAt, endsAt } }
    : null
}

import { z } from "zod"
import type { ActorKind, UpdateKind } from "../../../prisma/generated/enums.ts"
import type { Transaction } from "../../graphql/transaction.ts"
import type { IncidentNews, MaintenanceNews } from "./words.ts"

/** An event of the outbox. */
export type Happened = {
  id: string
  projectId: string
  event: string
  subjectId: string
  dedupeKey: string
  payload: unknown
  createdAt: Date
}

export type News =
  | { kind: "incident"; news: IncidentNews }
  | { kind: "postmortem"; news: IncidentNews }
  | { kind: "maintenance"; news: MaintenanceNews }

/** Events that subscribers may be told of. */
export const toldEvents = [
  "incident.created",
  "incident.updated",
  "incident.resolved",
  "incident.postmortem_published",
  "maintenance.reminded",
  "maintenance.started",
  "maintenance.ended",
]

/** What an event is to the public; null where it is nothing, such as a note for the team or a new name. */
export function readNews(tx: Transaction, happened: Happened): Promise<News | null> {
  return happened.event.startsWith("incident.")
    ? readIncident(tx, happened)
    : readMaintenance(tx, happened)
}

type Update = { kind: UpdateKind; body: string; actorKind: ActorKind; isPublic: boolean }

/** What a person wrote in these is meant to be read; in the others the kind says it all. */
const spoken: ReadonlySet<UpdateKind> = new Set(["declared", "note"])

const published = z.object({ postmortem: z.object({ notify_subscribers: z.literal(true) }) })

async function readIncident({ db }: Transaction, happened: Happened): Promise<News | null> {
  const { event, subjectId: id, dedupeKey, payload } = happened
  const incident = await db.incident.findUnique({ where: { id }, include: { state: true } })
  if (incident === null) return null
  const { title, isTitleChosen } = incident
  const base = { id, title, isTitleChosen, state: incident.state.name }
  if (event === "incident.postmortem_published") {
    if (!incident.postmortemPublished || !published.safeParse(payload).success) return null
    return { kind: "postmortem", news: { ...base, kind: "postmortem", said: "" } }
  }
  // The key ends in the id of the entry that told the team; a change of words alone has none.
  const change = dedupeKey.slice(event.length + 1)
  const where =
    event === "incident.created" ? { incidentId: id, kind: "declared" as const } : { id: change }
  if (!z.uuid().safeParse(change).success) return null
  const update: Update | null = await db.incidentUpdate.findFirst({ where })
  // That somebody of the team took it on changes nothing for whoever waits.
  if (update === null || !update.isPublic || update.kind === "acknowledged") return null
  const isSaid = update.actorKind !== "system" && spoken.has(update.kind)
  const said = isSaid ? update.body : ""
  return { kind: "incident", news: { ...base, kind: update.kind, said } }
}

async function readMaintenance({ db }: Transaction, happened: Happened): Promise<News | null> {
  const { subjectId: id, createdAt } = happened
  const event = z
    .enum(["maintenance.reminded", "maintenance.started", "maintenance.ended"])
    .parse(happened.event)
  const window = await db.maintenance.findUnique({ where: { id } })
  if (window === null) return null
  const { title, description, state, startsAt, endsAt } = window
  const wasTold = window.remindedAt !== null || startsAt <= createdAt
  // News that came true long ago, after a pause of ours, is none.
  const isWanted = {
    "maintenance.reminded": state === "scheduled",
    "maintenance.started": state === "ongoing" && window.notifyAtStart,
    "maintenance.ended": window.notifyAtEnd && (state !== "cancelled" || wasTold),
  }[event]
  return isWanted
    ? { kind: "maintenance", news: { event, title, description, state, startsAt, endsAt } }
    : null
}

import type { Finding } from "../../../findings/finding.ts"
import { reasonOf, withTexts } from "../../../findings/say.ts"
import { newId } from "../../../platform/id.ts"
import { enqueueAll, type Effect } from "../../outbox/enqueue-event.ts"
import type { EventPayload } from "../../outbox/event-payloads.ts"
import type { EventKind } from "../../outbox/event-kinds.ts"
import type { SqlTransaction, Transaction } from "../../kernel/transaction.ts"
import { payloadOf, readAnnouncedIncidents, type AnnouncedIncident } from "./announced-incident.ts"

type Published = "incident.postmortem_published"
type Postmortem = EventPayload<Published>["postmortem"]

type News = {
  /** The timeline entry that records the change; null for edits, and for a new incident. */
  entryId: string | null
  findings?: readonly Finding[]
  /** What a person wrote. */
  note?: string
  /** Why the outage was detected; only for `incident.created`. */
  failureClass?: string | null
} & (
  | { event: Published; postmortem: Postmortem }
  | {
      event: Exclude<Extract<EventKind, `incident.${string}`>, Published>
      postmortem?: Postmortem
    }
)

/** Enqueues an event with the current incident and notifies subscriptions. Returns the row. */
export async function announceIncident(tx: Transaction, incidentId: string, news: News) {
  const announced = await readAnnouncedIncidents(tx, [incidentId])
  await announceIncidents(
    tx,
    announced.map((incident) => ({ incident, ...news })),
  )
  return tx.db.incident.findUniqueOrThrow({ where: { id: incidentId } })
}

/** Announces several incidents, in the given order. */
export async function announceIncidents(
  tx: SqlTransaction,
  all: (News & { incident: AnnouncedIncident })[],
): Promise<void> {
  await enqueueAll(
    tx,
    all.map((news) => effectOf(news)),
  )
  for (const { incident } of all) {
    const { projectId, id: incidentId } = incident
    tx.publish("incident.changed", { projectId, incidentId })
  }
}

function effectOf({
  incident,
  entryId,
  findings = [],
  note,
  failureClass,
  ...news
}: News & { incident: AnnouncedIncident }): Effect {
  const { event } = news
  const effect = {
    projectId: incident.projectId,
    subjectId: incident.id,
    changeId: entryId,
    // An incident is created once; of edits each is an effect of its own.
    dedupeKey: `${event}:${event === "incident.created" ? incident.id : (entryId ?? newId())}`,
  }
  const payload = {
    incident: payloadOf(incident, event === "incident.created" ? findings : undefined),
    reason: note ?? reasonOf(findings),
    findings: withTexts(findings),
    ...(failureClass === undefined ? {} : { failure_class: failureClass }),
  }
  if (news.event === "incident.postmortem_published") {
    const { postmortem } = news
    return { ...effect, event: news.event, payload: { ...payload, postmortem } }
  }
  const more = news.postmortem === undefined ? {} : { postmortem: news.postmortem }
  return { ...effect, event: news.event, payload: { ...payload, ...more } }
}

import type { UpdateKind } from "../../../../prisma/generated/enums.ts"
import { storableJson, type Finding } from "../../../findings/finding.ts"
import { newId } from "../../../platform/id.ts"
import { actorName, type Actor } from "../../kernel/access.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"

/** Actor of automatic changes. */
export const machine: Actor = { kind: "system", name: "Watchkeeper" }

type Entry = {
  incidentId: string
  kind: UpdateKind
  /** What a person wrote. */
  body?: string
  findings?: readonly Finding[]
  /** Defaults to the time of the transaction. */
  at?: Date
  /** Defaults by kind: see `isForAll`. */
  isPublic?: boolean
  /** For a flap: the number of outages, and the time of the last change. */
  outages?: number
  until?: Date
}

/** Default visibility on status pages: changes of the incident are public, text by the team is not. */
const isForAll = (kind: UpdateKind): boolean => kind !== "note" && kind !== "postmortem"

/** Adds an entry to an incident's timeline. Returns its id. */
export async function addEntry(tx: SqlTransaction, actor: Actor, entry: Entry): Promise<string> {
  const [added] = await addEntries(tx, actor, [entry])
  if (added === undefined) throw new Error("an entry was not added")
  return added.id
}

/** Adds entries to several timelines in one statement. Returns them with their ids, in the given order. */
export async function addEntries<T extends Entry>(
  tx: SqlTransaction,
  actor: Actor,
  entries: T[],
): Promise<(T & { id: string })[]> {
  if (entries.length === 0) return []
  const added = entries.map((entry) => ({ ...entry, id: newId() }))
  const rows = added.map(({ id, incidentId, kind, body, at, isPublic, ...entry }) => ({
    id,
    incident_id: incidentId,
    kind,
    body: body ?? "",
    at,
    is_public: isPublic ?? isForAll(kind),
    findings: entry.findings,
    outages: entry.outages,
    until: entry.until,
  }))
  const { kind } = actor
  await tx.query({
    name: "add-entries",
    text: `
      insert into incident_update (id, incident_id, kind, body, findings, actor_kind, actor_name, at, is_public, outages, until)
      select id, incident_id, kind, body, findings, $1::actor_kind, $2::text, coalesce(at, now()), is_public, outages, until
        from jsonb_populate_recordset(null::incident_update, $3::jsonb)`,
    values: [kind === "anonymous" ? "system" : kind, actorName(actor), storableJson(rows)],
  })
  for (const { incident_id: incidentId, is_public: isPublic, body } of rows) {
    const isShown = isPublic && body !== "" && kind !== "system"
    if (isShown) tx.publish("incident.text_written", { incidentId })
  }
  return added
}

const arrow = " → "

/** Text of `state_changed`, `resolved` and `reopened` entries when a person changed the state. */
export const moveWords = (from: string, to: string): string => `${from}${arrow}${to}`

/** The new state named by a text of `moveWords`; null for other texts. */
export const movedTo = (words: string): string | null =>
  words.includes(arrow) ? (words.split(arrow).at(-1) ?? null) : null

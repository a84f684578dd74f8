import type { UpdateKind } from "../../../prisma/generated/enums.ts"
import { newId } from "../../id.ts"
import type { Actor } from "../access.ts"
import { actorName } from "../access.ts"
import type { Transaction } from "../transaction.ts"

/** Who speaks where no person did. */
export const machine: Actor = { kind: "system", name: "Watchkeeper" }

type Entry = {
  incidentId: string
  kind: UpdateKind
  body?: string
  /** The transaction's time where absent. */
  at?: Date
  /** Where absent, the kind decides: see `isForAll`. */
  isPublic?: boolean
}

/** Whether status pages tell it where nobody chose: what happened to the incident, not what the team wrote. */
const isForAll = (kind: UpdateKind): boolean => kind !== "note" && kind !== "postmortem"

/** Adds to an incident's timeline; answers the entry's id. */
export async function addEntry(tx: Transaction, actor: Actor, entry: Entry): Promise<string> {
  const [added] = await addEntries(tx, actor, [entry])
  if (added === undefined) throw new Error("an entry was not added")
  return added.id
}

/** Adds to many timelines in one statement; answers the entries with their ids, in the order given. */
export async function addEntries<T extends Entry>(
  { db }: Transaction,
  actor: Actor,
  entries: T[],
): Promise<(T & { id: string })[]> {
  if (entries.length === 0) return []
  const added = entries.map((entry) => ({ ...entry, id: newId() }))
  const rows = added.map(({ id, incidentId, kind, body, at, isPublic }) => ({
    id,
    incident_id: incidentId,
    kind,
    body: body ?? "",
    at,
    is_public: isPublic ?? isForAll(kind),
  }))
  const { kind } = actor
  await db.$executeRaw`
    insert into incident_update (id, incident_id, kind, body, actor_kind, actor_name, at, is_public)
    select id, incident_id, kind, body, ${kind === "anonymous" ? "system" : kind}::actor_kind,
           ${actorName(actor)}, coalesce(at, now()), is_public
      from jsonb_populate_recordset(null::incident_update, ${JSON.stringify(rows)}::jsonb)`
  return added
}

import type { UpdateKind } from "../../../prisma/generated/enums.ts"
import { newId } from "../../id.ts"
import type { Actor } from "../access.ts"
import { actorName } from "../access.ts"
import type { Transaction } from "../transaction.ts"

/** Who speaks where no person did. */
export const machine: Actor = { kind: "system", name: "Watchkeeper" }

type Entry = { incidentId: string; kind: UpdateKind; body?: string; at?: Date }

/** Adds to an incident's timeline; answers the entry's id. */
export async function addEntry({ db }: Transaction, actor: Actor, entry: Entry): Promise<string> {
  const id = newId()
  await db.incidentUpdate.create({
    data: {
      id,
      actorKind: actor.kind === "anonymous" ? "system" : actor.kind,
      actorName: actorName(actor),
      ...entry,
    },
  })
  return id
}

import type { Effect } from "../../src/graphql/outbox/enqueue-event.ts"
import type { EventKind } from "../../src/graphql/outbox/event-kinds.ts"

type Partly = Pick<Effect, "projectId" | "subjectId" | "dedupeKey"> & {
  event: EventKind
  payload: object
}

/** An effect with part of its payload; the outbox and its workers do not read the payload. */
export const partlyTold = (effect: Partly): Effect => effect as Effect

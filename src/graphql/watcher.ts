import type { Payload, Topic } from "../topics.ts"
import type { Access } from "./access.ts"
import type { Right } from "./admit-watchers.ts"

/** What a stream brings: rows of the opening state first, then one for each change. */
export type Watched<Row> = { row: Row; isSnapshot: boolean }

export type Source<T extends Topic, Row> = Right & {
  topic: T
  matches(payload: Payload<T>): boolean
  /** The state to open with, and to bring again after a gap on the bus. */
  snapshot(): Promise<Row[]>
  /** Reads what a nudge told of; null where it is gone again. */
  read(payload: Payload<T>): Promise<Row | null>
}

/** What is told of an event, and whether to nobody else, as it depends on who asks. */
export type Made<Told> = { told: Told; isPersonal: boolean }

export type Watcher<Row, Told> = {
  /** Makes of an event what is told of it, for this one and all who may see the same. */
  make(event: Watched<Row>, access: Access): Promise<Made<Told>>
  /** @returns false where there is no room for more, until `resume` is called. */
  take(told: Told): boolean
  /** It is told nothing more. */
  fail(error: unknown): void
}

export type Seat = { resume(): void; leave(): void }

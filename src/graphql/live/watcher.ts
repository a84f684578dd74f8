import type { Payload, Topic } from "../../platform/topics.ts"
import type { Access } from "../kernel/access.ts"
import type { Subject } from "../kernel/monitor-scope.ts"
import type { RequiredPermission } from "./authorize-watchers.ts"

/** One event of a stream: the rows of the initial snapshot come first, then one row for each change. */
export type Watched<Row> = { row: Row; isSnapshot: boolean }

export type Source<T extends Topic, Row> = RequiredPermission & {
  topic: T
  matches(payload: Payload<T>): boolean
  /** Reads the current rows: at the start, and again after a gap on the bus. */
  snapshot(): Promise<Row[]>
  /** Reads the row that a bus message names; null if it no longer exists. */
  read(payload: Payload<T>): Promise<Row | null>
  /** What a row belongs to; streams of rows that limited access sees only in part have it. */
  subject?(row: Row): Subject
}

/** A result, and whether it depends on who the actor is and so must not be shared. */
export type EventResult<Result> = { result: Result; isPersonal: boolean }

export type Watcher<Row, Result> = {
  /** Turns an event into a result for this watcher and all others with the same permissions. */
  execute(event: Watched<Row>, access: Access): Promise<EventResult<Result>>
  /** @returns false if the buffer is full, until `resume` is called. */
  take(result: Result): boolean
  /** Ends the watcher; nothing follows. */
  fail(error: unknown): void
}

export type WatchHandle = { resume(): void; leave(): void }

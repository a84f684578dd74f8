/** A page that a sender names. */
export type EventLink = { url: string; text: string }

/** What a sender reports about a problem that began. */
export type TriggerEvent = {
  action: "trigger"
  /** Identifies the problem among those of its source; null if the sender names none, and each event is one. */
  dedupKey: string | null
  /** One line. */
  summary: string
  /** Null if the sender states none, or none that is known. */
  urgency: "high" | "low" | null
  /** As the sender writes it. */
  severity: string | null
  /** What has the problem, such as a host. */
  affected: string | null
  labels: Record<string, string>
  links: EventLink[]
  /** Everything that the sender wrote, without its key. */
  evidence: unknown
  /** When it began, if the format carries a time by which events can be ordered. */
  at: Date | null
}

type EndEvent = { action: "acknowledge" | "resolve"; dedupKey: string; at: Date | null }

/** A deployment or another change, which pages nobody. */
type ChangeEvent = { action: "change"; summary: string }

/** What a request of a sender means, whatever its format. */
export type SenderEvent = TriggerEvent | EndEvent | ChangeEvent

/** A body that is not what the format demands. `errors` are for the sender, one sentence each. */
export class UnreadableEvent extends Error {
  readonly errors: string[]

  constructor(errors: string[]) {
    super(errors.join(" "))
    this.errors = errors
  }
}

import type { SenderEvent } from "./sender-event.ts"

/** Members of a JSON body by what they mean, as paths such as `$.alert.title`. */
export type Mapping = Readonly<Record<string, string>>

/** A request that was authenticated; `mapping` is the source's own. */
export type ReadRequest = { body: unknown; mapping: Mapping }

/** Why a request changes nothing. */
export type SenderRefusal =
  | { why: "unknown_key" }
  | { why: "disabled" }
  | { why: "unreadable"; errors: string[] }
  | { why: "too_large"; mostBytes: number }
  | { why: "rate_limited"; retrySeconds: number }
  | { why: "unavailable"; retrySeconds: number }
  | { why: "failed" }

export type SenderAnswer = { status: number; headers?: Record<string, string>; body: object | null }

/** One address of a sender, below `/in/<kind>`. */
export type SenderPath = {
  /** Ends in `/:key` if the key is in the address. */
  path: string
  /** The key in the body; null where it is in the address. */
  keyOf: ((body: unknown) => string | null) | null
  /** @throws {UnreadableEvent} */
  read(request: ReadRequest): SenderEvent[]
  /** @param dedupKeys of the events, in their order; null where an event has none. */
  accepted(dedupKeys: (string | null)[]): SenderAnswer
  refused(refusal: SenderRefusal): SenderAnswer
}

/** A kind of source: a format, as data. */
export type Sender = {
  /** Of the product that sends it. */
  label: string
  /** One sentence: what its owner changes at the sender. */
  setup: string
  /** Keys that a sender used before and that its owner may give; null for none. */
  givenKey: { form: RegExp; fault: string } | null
  /** What members of a body may be named by a mapping, with their usual paths; null if the format is fixed. */
  mapping: Mapping | null
  paths: readonly SenderPath[]
  /** What the sender is given, below the base URL. */
  urlPath(key: string): string
}

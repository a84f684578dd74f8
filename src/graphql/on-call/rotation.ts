/** A rotation as the rules see it: plain values, read from the tables by `readPlan`. */
export type Rotation = {
  id: string
  name: string
  timeZone: string
  /** From the lowest to the highest: a later layer lies on top of those before it. */
  layers: Layer[]
  /** Lies on top of the layers. */
  calendar: Calendar | null
  /** In the order in which they were made: of two at one time the later wins. */
  overrides: Override[]
  /** Who can be paged. Everybody else's turns are gaps. */
  members: ReadonlySet<string>
}

export type Layer = {
  id: string
  startsAt: Date
  endsAt: Date | null
  handOver: HandOver
  /** Who takes turns, in order; null for an account that was deleted. */
  participants: (string | null)[]
  /** The layer counts only within these; always where there are none. */
  restrictions: Restriction[]
}

/**
 * Hours are real hours from the start of the layer. Days and weeks change hands at a wall time, whatever the
 * clocks do; `minute` is one of the local day, `weekday` 1 is Monday.
 */
export type HandOver =
  | { unit: "hours"; every: number }
  | { unit: "days"; every: number; minute: number }
  | { unit: "weeks"; every: number; minute: number; weekday: number }

/** Wall time, of each day or of each week; one that ends at or before its start runs into the next. */
export type Restriction =
  | { kind: "daily"; startMinute: number; endMinute: number }
  | {
      kind: "weekly"
      startWeekday: number
      startMinute: number
      endWeekday: number
      endMinute: number
    }

/** Shifts that a calendar of elsewhere names, as its last good copy says. */
export type Calendar = {
  id: string
  /** In the order in which they begin: of two at one time the later wins. */
  shifts: { startsAt: Date; endsAt: Date; userId: string }[]
  /** Events that mean no member; whatever the layers say goes on under them. */
  unnamed: { startsAt: Date; endsAt: Date; summary: string }[]
  /** When its host last answered well; null for never. */
  fetchedAt: Date | null
  lastError: string | null
}

export type Override = {
  id: string
  startsAt: Date
  endsAt: Date
  /** Null together with `isNobody` false for an account that was deleted. */
  userId: string | null
  isNobody: boolean
}

export type Shift = Held | Gap

/** Somebody is on call. */
export type Held = { kind: "shift"; from: Date; until: Date; userId: string; source: Source }

/** Nobody is, for a reason; `userId` is who would have been. */
export type Gap = {
  kind: "gap"
  from: Date
  until: Date
  reason: GapReason
  userId: string | null
  source: Source | null
}

export type Source = { kind: "layer" | "calendar" | "override"; id: string }

/** No layer counts · an override says so · not a member of the project any more · the account was deleted. */
export type GapReason = "uncovered" | "nobody" | "left" | "deleted"

/** No turn and no override lasts longer, so that what is on call at a moment can be told from its surroundings. */
export const longestDays = 366

import type { Finding } from "../../../../findings/finding.ts"
/** A rotation as plain values, as `readPlan` reads it. */
export type Rotation = {
  id: string
  name: string
  timeZone: string
  /** Lowest first; a later layer overrides earlier ones. */
  layers: Layer[]
  /** Overrides the layers. */
  calendar: Calendar | null
  /** In order of creation; the later of two overlapping ones wins. */
  overrides: Override[]
  /** People who can be paged; turns of others are gaps. */
  members: ReadonlySet<string>
}

export type Layer = {
  id: string
  startsAt: Date
  endsAt: Date | null
  handOver: HandOver
  /** In rotation order; null for a deleted account. */
  participants: (string | null)[]
  /** The layer applies only within these; always if empty. */
  restrictions: Restriction[]
}

/**
 * Hours count in real time from the start of the layer. Days and weeks hand over at a local time; `minute` is the
 * minute of the local day, and weekday 1 is Monday.
 */
export type HandOver =
  | { unit: "hours"; every: number }
  | { unit: "days"; every: number; minute: number }
  | { unit: "weeks"; every: number; minute: number; weekday: number }

/** Local time, daily or weekly; an end at or before the start is in the next day or week. */
export type Restriction =
  | { kind: "daily"; startMinute: number; endMinute: number }
  | {
      kind: "weekly"
      startWeekday: number
      startMinute: number
      endWeekday: number
      endMinute: number
    }

/** Shifts from an external calendar's last successful fetch. */
export type Calendar = {
  id: string
  /** In order of start; the later of two overlapping ones wins. */
  shifts: { startsAt: Date; endsAt: Date; userId: string }[]
  /** Events that match no member; the layers apply during them. */
  unnamed: { startsAt: Date; endsAt: Date; summary: string }[]
  /** Time of the last successful fetch; null for never. */
  fetchedAt: Date | null
  /** Why the last fetch failed; empty if it did not. */
  fault: readonly Finding[]
}

export type Override = {
  id: string
  startsAt: Date
  endsAt: Date
  /** Null with `isNobody` false means a deleted account. */
  userId: string | null
  isNobody: boolean
}

export type Shift = CoveredShift | Gap

/** Somebody is on call. */
export type CoveredShift = {
  kind: "shift"
  from: Date
  until: Date
  userId: string
  source: Source
}

/** Nobody is on call; `userId` is the person scheduled, if any. */
export type Gap = {
  kind: "gap"
  from: Date
  until: Date
  reason: GapReason
  userId: string | null
  source: Source | null
}

export type Source = { kind: "layer" | "calendar" | "override"; id: string }

/** No layer applies · an override says nobody · the person left the project · the account was deleted. */
export type GapReason = "uncovered" | "nobody" | "left" | "deleted"

/** Maximum length of a turn or override, which bounds the window needed to find who is on call at a time. */
export const longestDays = 366

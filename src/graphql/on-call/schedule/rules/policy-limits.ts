import type { ChannelKind } from "../../../../../prisma/generated/enums.ts"
import type { Contact } from "../../contact/rules/recipients.ts"
import type { Rotation } from "./rotation-rules.ts"

/** A policy as plain values, as `readPlan` reads it. */
export type Policy = {
  id: string
  name: string
  /** Number of repeats after the first round. */
  repeatCount: number
  /** Wait between the last rule of a round and the start of the next. */
  repeatDelayMinutes: number
  /** In order. */
  rules: Rule[]
}

export type Rule = {
  id: string
  /** Counts from 1. */
  order: number
  /** Wait after the previous rule; for the first rule, after the alert or the start of the round. */
  delayMinutes: number
  targets: Target[]
}

/** What a rule pages; an id is null after what it named was deleted. */
export type Target =
  | { kind: "user"; userId: string | null }
  | { kind: "team"; teamId: string | null }
  | { kind: "rotation"; rotationId: string | null }
  | { kind: "channel"; channelId: string | null }

/** The data that targets are resolved against. */
export type Duty = {
  rotations: ReadonlyMap<string, Rotation>
  /** User ids of each team. */
  teams: ReadonlyMap<string, readonly string[]>
  /** The project's members; nobody else is paged. */
  members: ReadonlySet<string>
  /** Owners and admins, who are paged if nobody else is reached. */
  admins: readonly string[]
  /** Contact methods of each member. */
  contacts: ReadonlyMap<string, Contact>
  /** Team channels by id; usable means verified and enabled. */
  channels: ReadonlyMap<string, { kind: ChannelKind; isUsable: boolean }>
}

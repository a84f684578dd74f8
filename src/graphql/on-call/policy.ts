import type { ChannelKind } from "../../../prisma/generated/enums.ts"
import type { Contact } from "../contact/ways.ts"
import type { Rotation } from "./rotation.ts"

/** A policy as the rules see it: plain values, read from the tables by `readPlan`. */
export type Policy = {
  id: string
  name: string
  /** How often the rules are gone through again after the first round. */
  repeatCount: number
  /** From the last rule of a round to the beginning of the next. */
  repeatDelayMinutes: number
  /** In order. */
  rules: Rule[]
}

export type Rule = {
  id: string
  /** Counts from 1. */
  order: number
  /** Waited after the rule before it; the first rule waits after the alert, or after the beginning of its round. */
  delayMinutes: number
  targets: Target[]
}

/** Whom a rule pages; null stands for what was deleted. */
export type Target =
  | { kind: "user"; userId: string | null }
  | { kind: "team"; teamId: string | null }
  | { kind: "rotation"; rotationId: string | null }
  | { kind: "channel"; channelId: string | null }

/** What targets are resolved against. */
export type Duty = {
  rotations: ReadonlyMap<string, Rotation>
  /** Each team's people. */
  teams: ReadonlyMap<string, readonly string[]>
  /** Who belongs to the project; nobody else is paged. */
  members: ReadonlySet<string>
  /** Its owners and admins, who are paged where nobody else is reached. */
  keepers: readonly string[]
  /** How each of its people can be reached. */
  contacts: ReadonlyMap<string, Contact>
  /** Its rooms, by channel; only those that are verified and enabled are told. */
  rooms: ReadonlyMap<string, { kind: ChannelKind; isUsable: boolean }>
}

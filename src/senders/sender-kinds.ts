import { json } from "./json.ts"
import { pagerduty } from "./pagerduty.ts"
import type { Sender } from "./sender.ts"

/** Every kind of source. */
export const senderKinds = { pagerduty, json } as const satisfies Record<string, Sender>

export type SenderKind = keyof typeof senderKinds

export const senderNames = Object.keys(senderKinds) as SenderKind[]

/** A kind that only a newer version knows has no record. */
export const senderOf = (kind: string): Sender | null =>
  Object.hasOwn(senderKinds, kind) ? senderKinds[kind as SenderKind] : null

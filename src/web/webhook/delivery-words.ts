import type { Tone } from "../ui/badge.tsx"
import type { DeliveryRow, FoundDelivery } from "./delivery-documents.ts"

export type DeliveryState = DeliveryRow["state"]

export const stateWord: Record<DeliveryState, string> = {
  PENDING: "Queued",
  ACCEPTED: "Accepted",
  DELIVERED: "Delivered",
  UNADDRESSED: "No recipient",
  ADDRESSED: "Sent on",
  DEAD: "Failed",
  CANCELLED: "Canceled",
}

export const stateTone: Record<DeliveryState, Tone> = {
  PENDING: "accent",
  ACCEPTED: "good",
  DELIVERED: "good",
  UNADDRESSED: "unknown",
  ADDRESSED: "plain",
  DEAD: "bad",
  CANCELLED: "unknown",
}

/** States of deliveries to a webhook endpoint, which accepts with a 2xx. */
export const webhookStates = ["PENDING", "ACCEPTED", "DEAD", "CANCELLED"] as const

type Outcome = FoundDelivery["attempts"][number]["outcome"]

export const outcomeWord: Record<Outcome, string> = {
  ACCEPTED: "Accepted",
  REJECTED: "Rejected",
  REDIRECTED: "Redirected",
  GONE: "Gone",
  TIMED_OUT: "Timed out",
  FORBIDDEN: "Forbidden address",
  UNRESOLVED: "No address",
  UNREACHABLE: "Unreachable",
  UNTRUSTED: "Certificate not trusted",
  FAILED: "Not sent",
  UNDELIVERED: "Not delivered",
  INTERRUPTED: "Interrupted",
}

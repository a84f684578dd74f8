import { z } from "zod"
import { eventKinds } from "../../../outbox/event-kinds.ts"
import { description as anyDescription } from "../../../kernel/input.ts"
import { text } from "../../../../platform/text-schema.ts"

/** Input fields of an endpoint; `readEndpointUrl` checks the URL further. */

const kinds = eventKinds.join(", ")

export const url = text(2048)
export const description = anyDescription
export const eventTypes = z
  .array(z.enum(eventKinds, { error: `must be one of ${kinds}` }), {
    error: "must be a list of event kinds",
  })
  .max(eventKinds.length, "must name each event kind once")
  .min(1, "must name at least one event kind")
  .refine((all) => new Set(all).size === all.length, "must name each event kind once")
  .meta({ uniqueItems: true })
export const enabled = z.boolean({ error: "must be true or false" })

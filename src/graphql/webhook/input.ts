import { z } from "zod"
import { eventKinds } from "../delivery/event.ts"
import { description as anyDescription, text } from "../input.ts"

/** What the members of an endpoint may be; the URL is judged further by `readEndpointUrl`. */

const kinds = eventKinds.join(", ")

export const url = text(2048)
export const description = anyDescription
export const eventTypes = z
  .array(z.enum(eventKinds, { error: `must be one of ${kinds}` }), {
    error: "must be a list of event kinds",
  })
  .min(1, "must name at least one event kind")
  .refine((all) => new Set(all).size === all.length, "must name each event kind once")
export const enabled = z.boolean({ error: "must be true or false" })

import { z } from "zod"
import { evidence, nested } from "../parameters.ts"

export const draftSections = [
  "facts",
  "detection",
  "target",
  "pages",
  "timeline",
  "cause",
  "prevention",
] as const
export const draftMoments = ["started", "declared", "acknowledged", "resolved"] as const
export const entryKinds = [
  "declared",
  "note",
  "acknowledged",
  "state_changed",
  "reopened",
  "resolved",
  "postmortem",
] as const

const count = z.object({ count: z.number() })
const name = evidence().nullable()

/** Lines of the draft of a post-mortem, in Markdown. Times are ISO 8601. */
export const postmortemCodes = {
  draft_title: z.object({ number: z.number(), title: nested() }),
  draft_section: z.object({ section: z.enum(draftSections) }),
  /** Minutes after the start; null for the start. */
  draft_moment: z.object({
    moment: z.enum(draftMoments),
    at: z.string(),
    minutes: z.number().nullable(),
    by: name,
  }),
  draft_not_yet: z.object({ moment: z.enum(["acknowledged", "resolved"]) }),
  draft_severity: z.object({ severity: nested() }),
  draft_monitors: z.object({ monitors: z.array(evidence()), more: z.number() }),
  draft_telemetry: z.object({ url: evidence() }),
  /** The name is null if the person or channel was deleted. */
  draft_page: z.object({ at: z.string(), name }),
  draft_more_pages: count,
  draft_nobody_paged: z.object({}),
  draft_entry: z.object({
    at: z.string(),
    kind: z.enum(entryKinds),
    actor: evidence(),
    body: nested(),
    flap: z.object({ outages: z.number(), until: z.string() }).nullable(),
  }),
  draft_entries_left_out: count,
  /** What no stored fact says. */
  draft_question: z.object({ about: z.enum(["cause", "prevention"]) }),
}

import { z } from "zod"

/** What a delivery over a channel says, as its payload keeps it; a page's words are read from its alert instead. */
export const said = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("page") }),
  /** The code itself stands on the channel, sealed. */
  z.object({ kind: z.literal("code") }),
  z.object({ kind: z.literal("test") }),
  z.object({
    kind: z.literal("notice"),
    subject: z.string(),
    paragraphs: z.array(z.string()),
    link: z.object({ label: z.string(), url: z.string() }).nullable(),
    unsubscribeUrl: z.string().nullable(),
  }),
])
export type Said = z.output<typeof said>

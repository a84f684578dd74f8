import { z } from "zod"

/** The payload of a notice: a message that is not a page. */
export const notice = z.object({
  subject: z.string(),
  paragraphs: z.array(z.string()),
  link: z.object({ label: z.string(), url: z.string() }).nullable(),
  /** One-click unsubscribe (RFC 8058). */
  unsubscribeUrl: z.string().nullable(),
})
export type Notice = z.output<typeof notice>

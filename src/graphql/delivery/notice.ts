import { z } from "zod"

/** Anything that can wait, as the payload of its delivery keeps it. */
export const notice = z.object({
  subject: z.string(),
  paragraphs: z.array(z.string()),
  link: z.object({ label: z.string(), url: z.string() }).nullable(),
  /** Ends this kind of mail in one click (RFC 8058). */
  unsubscribeUrl: z.string().nullable(),
})
export type Notice = z.output<typeof notice>

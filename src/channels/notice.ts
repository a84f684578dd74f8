import { z } from "zod"

/** Figures below the text of a mail: the first column names, the others are right-aligned. */
const table = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  /** Below the last row; null for none. */
  note: z.string().nullable(),
})
export type NoticeTable = z.output<typeof table>

/** The payload of a notice: a message that is not a page. */
export const notice = z.object({
  subject: z.string(),
  paragraphs: z.array(z.string()),
  /** Only in mails. */
  table: table.optional(),
  /** Rows that mails attach as CSV, read when they are sent; the filter is JSON. */
  attachments: z
    .array(
      z.object({
        projectId: z.string(),
        rows: z.string(),
        filter: z.string(),
      }),
    )
    .optional(),
  link: z.object({ label: z.string(), url: z.string() }).nullable(),
  /** One-click unsubscribe (RFC 8058). */
  unsubscribeUrl: z.string().nullable(),
})
export type Notice = z.output<typeof notice>

import { z } from "zod"
import { wholeNumber } from "../../../kernel/input.ts"

export const longestBeforeMinutes = 7 * 24 * 60

/** When subscribers of status pages are notified of a window. */
export const notices = {
  notifyBeforeMinutes: wholeNumber(1, longestBeforeMinutes).nullable().default(null),
  notifyAtStart: z.boolean().default(true),
  notifyAtEnd: z.boolean().default(true),
}

/** The same for an update: omitted fields keep their values. */
export const changedNotices = {
  notifyBeforeMinutes: notices.notifyBeforeMinutes.unwrap().optional(),
  notifyAtStart: notices.notifyAtStart.unwrap().optional(),
  notifyAtEnd: notices.notifyAtEnd.unwrap().optional(),
}

import { z } from "zod"
import { wholeNumber } from "../input.ts"

export const longestBeforeMinutes = 7 * 24 * 60

/** When the subscribers of status pages are told of a window. */
export const notices = {
  notifyBeforeMinutes: wholeNumber(1, longestBeforeMinutes).nullable().default(null),
  notifyAtStart: z.boolean().default(true),
  notifyAtEnd: z.boolean().default(true),
}

/** The same for a change: what is absent stays. */
export const changedNotices = {
  notifyBeforeMinutes: notices.notifyBeforeMinutes.unwrap().optional(),
  notifyAtStart: notices.notifyAtStart.unwrap().optional(),
  notifyAtEnd: notices.notifyAtEnd.unwrap().optional(),
}

import { z } from "zod"
import { wholeNumber } from "../../../kernel/input.ts"
import * as common from "../../../kernel/input.ts"

export const subject = z.enum(["incident", "alert"], { error: "must be incident or alert" })
export const meaning = z.enum(["open", "acknowledged", "resolved"], {
  error: "must be open, acknowledged or resolved",
})
/** Stored in lower case. */
export const name = common.name.toLowerCase()
/** A state's order or a severity's rank. */
export const place = wholeNumber(1, 1000)

/** Limit of states, and of severities, per project and subject, including the built-in ones. */
export const maxEach = 50

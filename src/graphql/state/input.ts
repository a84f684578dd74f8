import { z } from "zod"
import { wholeNumber } from "../input.ts"
import * as common from "../input.ts"

export const subject = z.enum(["incident", "alert"], { error: "must be incident or alert" })
export const meaning = z.enum(["open", "acknowledged", "resolved"], {
  error: "must be open, acknowledged or resolved",
})
/** Lower case in data, whatever was typed. */
export const name = common.name.toLowerCase()
/** Where it stands among its like: a state's order, a severity's rank. */
export const place = wholeNumber(1, 1000)

/** How many states, and how many severities, a project has for one subject; the built-in ones count. */
export const maxEach = 50

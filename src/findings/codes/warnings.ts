import { z } from "zod"
import { evidence, nested } from "../parameters.ts"

const none = z.object({})
const family = { family: z.union([z.literal(4), z.literal(6)]).nullable() }

/** What is unusual without being a failure. */
export const warningCodes = {
  extra_bytes: none,
  unsolicited_continue: none,
  lenient_parser_accepts: z.object({ cause: nested() }),
  headers_withheld: z.object({ origin: evidence(), names: z.array(evidence()) }),
  body_longer: z.object({ mostMiB: z.number() }),
  response_time_inexact: none,
  /** `family` is null for the other addresses of both. */
  family_not_checked: z.object({ ...family, cause: nested() }),
  failure_not_counted: z.object({ ...family, cause: nested() }),
}

import { z } from "zod"
import { evidence } from "../parameters.ts"

export const writtenCodes = {
  /** What a person wrote, or an English sentence from before findings were stored. No language changes it. */
  as_written: z.object({ text: evidence() }),
  /** Of a finding that only a newer version knows. */
  unknown_code: z.object({ code: evidence() }),
}

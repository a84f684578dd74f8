import { z } from "zod"

export const writtenCodes = {
  /** A sentence from before findings were stored, or of a source that has no codes. */
  as_written: z.object({ text: z.string() }),
}

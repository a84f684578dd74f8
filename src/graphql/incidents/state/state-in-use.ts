import { isViolation } from "../../kernel/violation.ts"
import { conflict } from "../../kernel/errors.ts"

/** Maps a foreign key violation to a conflict, because the row may come into use at the same time. */
export async function refuseUsed(detail: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isViolation(error, "foreign key")) {
      throw conflict(detail)
    }
    throw error
  }
}

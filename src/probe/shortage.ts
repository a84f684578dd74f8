import { z } from "zod"

/** An error of the driver, possibly wrapped by Prisma. */
const ofDriver = z.object({ code: z.string() }).transform(({ code }) => code)
const ofOrm = z
  .object({
    meta: z.object({
      driverAdapterError: z.object({ cause: z.object({ originalCode: z.string() }) }),
    }),
  })
  .transform(({ meta }) => meta.driverAdapterError.cause.originalCode)
const sqlState = z.union([ofOrm, ofDriver])

/**
 * SQLSTATE classes about the server rather than the row: insufficient resources, operator intervention, system
 * error, and read-only mode. See PostgreSQL's appendix A.
 */
const serverFaults = /^(53|57|58|25006)/

/** Whether the database could store nothing at that moment, although it responds. */
export function isShortage(error: unknown): boolean {
  const { data } = sqlState.safeParse(error)
  return data !== undefined && serverFaults.test(data)
}

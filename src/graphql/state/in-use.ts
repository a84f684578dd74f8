import { Prisma } from "../../postgres.ts"
import { conflict } from "../errors.ts"

/** The foreign key settles the race with whoever begins to use the row: its refusal becomes a conflict. */
export async function refuseUsed(detail: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2003") {
      throw conflict(detail)
    }
    throw error
  }
}

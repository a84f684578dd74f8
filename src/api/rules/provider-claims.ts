import { z } from "zod"
import { text } from "../../platform/text-schema.ts"

const address = text(254).toLowerCase().pipe(z.email())

/** An address as a provider says it; null for one that is no address, such as one with a second @ or a NUL. */
export const readAddress = (said: unknown): string | null => address.safeParse(said).data ?? null

/**
 * Whether a provider says that an address is not verified. Some say it as text or a number. One that says nothing
 * vouches for its domains.
 */
export function isDenied(verified: unknown): boolean {
  if (verified === undefined || verified === null) return false
  return verified !== true && verified !== 1 && verified !== "1" && !isTrueText(verified)
}

const isTrueText = (said: unknown): boolean =>
  typeof said === "string" && said.trim().toLowerCase() === "true"

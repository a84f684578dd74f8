import { createHmac } from "node:crypto"
import { countTry } from "../meter/tries.ts"
import type { Services } from "../services.ts"
import { createPace } from "./pace.ts"

/** More than these are not remembered here; PostgreSQL remembers all. */
const maxKeys = 10_000

/**
 * Counts tries by where they come from, for all processes together. A flood is held back here, without asking
 * PostgreSQL about each.
 *
 * @param what is tried; each has windows of its own.
 * @returns a function that counts a try and answers how many milliseconds it has to wait; 0 for none.
 */
export function createSharedPace(
  { clock, database, vault }: Pick<Services, "clock" | "database" | "vault">,
  what: string,
  limit: { tries: number; windowMs: number },
) {
  const here = createPace(limit.tries, limit.windowMs, maxKeys)
  const secret = vault.derive("pace")
  return async (network: string): Promise<number> => {
    const waitMs = here(network, clock.monotonicMs())
    if (waitMs > 0) return waitMs
    const key = createHmac("sha256", secret).update(`${what} ${network}`).digest()
    return countTry(database.pool, key, limit)
  }
}

import { z } from "zod"
import { evidence, nested } from "../parameters.ts"

export const forbiddenKinds = [
  "private",
  "carrier_nat",
  "loopback",
  "unique_local",
  "this_network",
  "protocols",
  "documentation",
  "benchmarks",
  "as112",
  "amt_relay",
  "relay_6to4",
  "address_6to4",
  "multicast",
  "reserved",
  "metadata",
  "zone",
  "not_an_address",
  "not_global",
] as const
export type ForbiddenKind = (typeof forbiddenKinds)[number]

/** Targets that the installation does not connect to. The first two are clauses. */
export const guardCodes = {
  address_forbidden: z.object({ address: evidence(), kind: z.enum(forbiddenKinds) }),
  name_forbidden: z.object({ host: evidence() }),
  /** `setting` would allow it; null if none does. */
  target_forbidden: z.object({ why: nested(), setting: evidence().nullable() }),
  resolves_to_forbidden: z.object({
    host: evidence(),
    address: evidence(),
    why: nested(),
    setting: evidence().nullable(),
  }),
  resolver_forbidden: z.object({ why: nested(), setting: evidence().nullable() }),
}

import { z } from "zod"
import { evidence } from "../parameters.ts"

const none = z.object({})
const refused = z.object({ errorCode: evidence() })

/** Why a browser would refuse a certificate. Times are ISO 8601. */
export const certificateCodes = {
  certificate_expired: z.object({ at: z.string() }),
  issuer_certificate_expired: z.object({ issuer: evidence(), at: z.string() }),
  chain_expired: none,
  certificate_not_yet_valid: z.object({ from: z.string() }),
  certificate_self_signed: none,
  chain_self_signed: none,
  chain_without_issuer: z.object({ issuer: evidence() }),
  chain_incomplete: none,
  certificate_signature_wrong: none,
  certificate_revoked: none,
  certificate_not_for_servers: none,
  certificate_too_weak: refused,
  certificate_untrusted: refused,
  /** `names` are the first of those that it is for. */
  certificate_for_others: z.object({
    names: z.array(evidence()),
    more: z.number(),
    host: evidence(),
  }),
}

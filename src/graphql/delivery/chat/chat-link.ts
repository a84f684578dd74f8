import { z } from "zod"
import type { Services } from "../../../platform/services.ts"

/** A Discord user from a signed request. */
export type Stranger = { memberId: string; name: string }

const lastsMs = 3_600_000
const purpose = "chat links"
const macBytes = 16
const payload = z.object({ id: z.string(), name: z.string(), until: z.number() })

/** A link that connects a chat user to an account; sent to that user only. */
export function linkUrl(
  { env, vault, clock }: Pick<Services, "env" | "vault" | "clock">,
  { memberId: id, name }: Stranger,
): string {
  const until = clock.now().getTime() + lastsMs
  const text = Buffer.from(JSON.stringify({ id, name, until }))
  const token = Buffer.concat([vault.sign(purpose, text, macBytes), text]).toString("base64url")
  return `${env.BASE_URL}/link/${token}`
}

/** Null for a token that is expired or not signed by this installation. */
export function readLink(
  { vault, clock }: Pick<Services, "vault" | "clock">,
  token: string,
): Stranger | null {
  const bytes = Buffer.from(token, "base64url")
  const [mac, text] = [bytes.subarray(0, macBytes), bytes.subarray(macBytes)]
  if (!vault.isSigned(purpose, text, mac, macBytes)) return null
  const { id: memberId, name, until } = payload.parse(JSON.parse(text.toString()))
  return until > clock.now().getTime() ? { memberId, name } : null
}

import type { ChannelKind } from "../../../prisma/generated/enums.ts"
import type { Kind } from "./kind.ts"
import { email } from "./kinds/email.ts"
import { sms } from "./kinds/sms.ts"
import { voice } from "./kinds/voice.ts"

/** Every kind there is, in the order in which people are offered them. */
export const kinds: Partial<Record<ChannelKind, Kind<unknown>>> = { email, sms, voice }

/** @throws for a kind that this version does not know. */
export function kindOf(kind: ChannelKind): Kind<unknown> {
  const known = kinds[kind]
  if (known === undefined) throw new Error(`there is no channel of the kind ${kind}`)
  return known
}

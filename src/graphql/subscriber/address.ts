import { z } from "zod"
import type { SubscriberKind } from "../../../prisma/generated/enums.ts"
import type { Env } from "../../env.ts"
import type { Vault } from "../../secret.ts"
import { sha256 } from "../../secret.ts"
import { email as mail } from "../channel/kinds/email.ts"
import { hookUrl, refuseHookUrl } from "../channel/kinds/hook-url.ts"
import { invalid } from "../errors.ts"
import { parse } from "../input.ts"
import { email } from "../member/role.ts"

export const kinds = ["email", "webhook", "slack"] as const satisfies readonly SubscriberKind[]

/** How this installation can write to subscribers. */
export const kindsOf = (env: Env): SubscriberKind[] =>
  kinds.filter((kind) => kind !== "email" || mail.missing(env) === null)

const url = hookUrl("must be a URL such as https://example.com/hook")
const addresses = { email, webhook: url, slack: url }

/**
 * What is stored of an address, in one spelling.
 *
 * @throws {DomainError} validation_failed at `#/address` for one that cannot be written to.
 */
export function readAddress(
  kind: SubscriberKind,
  given: unknown,
  { env, vault }: { env: Env; vault: Vault },
) {
  const { address } = parse(z.object({ address: addresses[kind] }), { address: given })
  const told = kind === "email" ? address : new URL(address).href
  const refusal = kind === "email" ? null : refuseHookUrl(told, env)
  if (refusal !== null) throw invalid("#/address", refusal)
  return { sealedAddress: vault.seal(told), addressHash: sha256(`${kind}:${told}`) }
}

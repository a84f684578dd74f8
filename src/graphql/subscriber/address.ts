import { z } from "zod"
import type { SubscriberKind } from "../../../prisma/generated/enums.ts"
import type { Env } from "../../env.ts"
import type { Vault } from "../../secret.ts"
import { sha256 } from "../../secret.ts"
import { email as mail } from "../channel/kinds/email.ts"
import { hookUrl, refuseHookUrl } from "../channel/kinds/hook-url.ts"
import { webPush as push } from "../channel/kinds/web-push.ts"
import { pushNeedsTls } from "../channel/vapid.ts"
import { invalid } from "../errors.ts"
import { parse } from "../input.ts"
import { email } from "../member/role.ts"

export const kinds = [
  "email",
  "webhook",
  "slack",
  "web_push",
] as const satisfies readonly SubscriberKind[]

/** How this installation can write to subscribers. */
export const kindsOf = (env: Env): SubscriberKind[] =>
  kinds.filter((kind) => {
    if (kind === "email") return mail.missing(env) === null
    return kind !== "web_push" || pushNeedsTls(env) === null
  })

const url = hookUrl("must be a URL such as https://example.com/hook")
const addresses = { email, webhook: url, slack: url }

/** A PushSubscription as a form sends it, in JSON. */
export const pushAddress = z
  .string()
  .transform((text, ctx) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      ctx.addIssue("must be a PushSubscription in JSON")
      return z.NEVER
    }
  })
  .pipe(push.config)

type Needs = { env: Env; vault: Vault }

/** Whoever finds a public page names these addresses: what is open to the members' own is not open to theirs. */
export const envOfSubscribers = (env: Env): Env => ({
  ...env,
  REACHABLE_RANGES: env.SUBSCRIBER_RANGES,
})

/**
 * What is stored of an address, in one spelling.
 *
 * @throws {DomainError} validation_failed at `#/address` for one that cannot be written to.
 */
export function readAddress(kind: SubscriberKind, given: unknown, { env, vault }: Needs) {
  const { told, known, refusal } =
    kind === "web_push" ? readPush(given, env) : read(kind, given, env)
  if (refusal !== null) throw invalid("#/address", refusal)
  return { sealedAddress: vault.seal(told), addressHash: sha256(`${kind}:${known}`) }
}

function read(kind: keyof typeof addresses, given: unknown, env: Env) {
  const { address } = parse(z.object({ address: addresses[kind] }), { address: given })
  if (kind === "email") return { told: address, known: address, refusal: null }
  const { href } = new URL(address)
  return { told: href, known: href, refusal: refuseHookUrl(href, envOfSubscribers(env)) }
}

/** A browser is known by its endpoint; its keys are needed to write to it. */
function readPush(given: unknown, env: Env) {
  const { address } = parse(z.object({ address: pushAddress }), { address: given })
  const refusal = refuseHookUrl(address.endpoint, envOfSubscribers(env))
  return { told: JSON.stringify(address), known: push.addressOf(address), refusal }
}

type Row = { kind: SubscriberKind; sealedAddress: Uint8Array }

/** What editors see of an address: of a browser no more than which service it is reached by. */
export function shownAddress(vault: Vault, { kind, sealedAddress }: Row): string {
  const told = vault.open(sealedAddress)
  return kind === "web_push" ? push.hintOf(pushAddress.parse(told)) : told
}

import { say } from "../../../findings/say.ts"
import { z } from "zod"
import type { SubscriberKind } from "../../../../prisma/generated/enums.ts"
import type { Env } from "../../../platform/env.ts"
import { sha256, type Vault } from "../../../platform/secret.ts"
import { email as mail } from "../../../channels/mail/email.ts"
import { hookUrl, refuseStrangerUrl } from "../../../channels/hook-url.ts"
import { webPush as push } from "../../../channels/web-push/web-push.ts"
import { pushNeedsTls } from "../../../channels/web-push/vapid.ts"
import { invalid } from "../../kernel/errors.ts"
import { parse } from "../../kernel/input.ts"
import { email } from "../../../platform/text-schema.ts"

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

/** Settings for addresses that visitors enter: networks opened for members' channels are not open to them. */
export const envOfSubscribers = (env: Env): Env => ({
  ...env,
  REACHABLE_RANGES: env.SUBSCRIBER_RANGES,
})

/**
 * Normalizes an address for storage.
 * @throws {DomainError} validation_failed at `#/address` for an invalid address.
 */
export function readAddress(kind: SubscriberKind, given: unknown, { env, vault }: Needs) {
  const { address, known, refusal } =
    kind === "web_push" ? readPush(given, env) : read(kind, given, env)
  if (refusal !== null) throw invalid("#/address", say([refusal]))
  return { sealedAddress: vault.seal(address), addressHash: sha256(`${kind}:${known}`) }
}

function read(kind: keyof typeof addresses, given: unknown, env: Env) {
  const { address } = parse(z.object({ address: addresses[kind] }), { address: given })
  if (kind === "email") return { address: address, known: address, refusal: null }
  const { href } = new URL(address)
  return { address: href, known: href, refusal: refuseStrangerUrl(href, env) }
}

/** A browser is identified by its endpoint; its keys are needed to encrypt messages. */
function readPush(given: unknown, env: Env) {
  const { address } = parse(z.object({ address: pushAddress }), { address: given })
  const refusal = refuseStrangerUrl(address.endpoint, env)
  return { address: JSON.stringify(address), known: push.addressOf(address), refusal }
}

type Row = { kind: SubscriberKind; sealedAddress: Uint8Array }

/** What editors see of an address: of a browser no more than which service it is reached by. */
export function shownAddress(vault: Vault, { kind, sealedAddress }: Row): string {
  const address = vault.open(sealedAddress)
  return kind === "web_push" ? push.hintOf(pushAddress.parse(address)) : address
}

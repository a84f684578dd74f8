import { ECDH } from "node:crypto"
import { z } from "zod"
import { text } from "../../input.ts"
import type { Kind } from "../kind.ts"
import { pushNeedsTls } from "../vapid.ts"
import { hintOfUrl, hookUrl, refuseHookUrl } from "./hook-url.ts"

const key = (bytes: number) =>
  text(200).refine(
    (value) => /^[\w-]+$/.test(value) && Buffer.from(value, "base64url").length === bytes,
    `must be ${bytes} bytes in base64url, as the browser gives it`,
  )

/** Nothing can be encrypted for what is no point of the curve. */
function isPoint(value: string): boolean {
  try {
    ECDH.convertKey(value, "prime256v1", "base64url")
    return true
  } catch {
    // The library says no more than that it is none.
    return false
  }
}

/** A PushSubscription as the browser writes it; it may say more, which is of no use here. */
const config = z.object({
  endpoint: hookUrl("must be the endpoint of a PushSubscription, which starts with https://"),
  keys: z.object({
    p256dh: key(65).refine(isPoint, "must be a public key of P-256"),
    auth: key(16),
  }),
})

export type WebPushConfig = z.output<typeof config>

export const webPush: Kind<WebPushConfig> = {
  kind: "web_push",
  owners: ["user"],
  config,
  addressOf: ({ endpoint }) => new URL(endpoint).href,
  hintOf: ({ endpoint }) => hintOfUrl(endpoint),
  missing: pushNeedsTls,
  refuse: ({ endpoint }, env) => refuseHookUrl(endpoint, env),
}

import { ECDH } from "node:crypto"
import { z } from "zod"
import { text } from "../../platform/text-schema.ts"
import type { Channel } from "../channel.ts"
import type { Finding } from "../../findings/finding.ts"
import { failed } from "../http-outcome.ts"
import type { Outcome } from "../message.ts"
import { pushNeedsTls } from "./vapid.ts"
import { hintOfUrl, hookUrl, refuseHookUrl } from "../hook-url.ts"

const key = (bytes: number) =>
  text(200).refine(
    (value) => /^[\w-]+$/.test(value) && Buffer.from(value, "base64url").length === bytes,
    `must be ${bytes} bytes in base64url, as the browser gives it`,
  )

/** Encryption needs a valid point of the curve. */
function isPoint(value: string): boolean {
  try {
    ECDH.convertKey(value, "prime256v1", "base64url")
    return true
  } catch {
    // Any error means that it is not a point.
    return false
  }
}

/** A browser's PushSubscription; other members are ignored. */
const config = z.object({
  endpoint: hookUrl("must be the endpoint of a PushSubscription, which starts with https://"),
  keys: z.object({
    p256dh: key(65).refine(isPoint, "must be a public key of P-256"),
    auth: key(16),
  }),
})

export type WebPushConfig = z.output<typeof config>

/** Of a channel whose push subscription is gone; a renewed subscription enables such a channel again. */
export const goneBrowser: Finding = { code: "browser_gone", parameters: {} }

/** The result for an address that was replaced meanwhile. */
export const renewed: Outcome = failed({ finding: { code: "browser_renewed", parameters: {} } })

export const webPush: Channel<WebPushConfig> = {
  kind: "web_push",
  title: "Notifications",
  noun: "push notification",
  description: "A browser notification.",
  owners: ["user"],
  config,
  entered: null,
  setup: null,
  addressOf: ({ endpoint }) => new URL(endpoint).href,
  hintOf: ({ endpoint }) => hintOfUrl(endpoint),
  missing: pushNeedsTls,
  refuse: ({ endpoint }, env) => refuseHookUrl(endpoint, env),
  sender: "push",
  isVerifiedByLink: false,
  isIntrusive: false,
  defaultDelayMinutes: 0,
  usedByDefault: "all",
  sendsChanges: "all",
  editsMessages: false,
  takesDigest: false,
  confirmsDelivery: "never",
}

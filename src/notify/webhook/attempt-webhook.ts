import { noteUnreadable } from "../../graphql/workspace/secret-key/find-unreadable.ts"
import { SealError } from "../../platform/secret.ts"
import type { Services } from "../../platform/services.ts"
import type { ClaimedWebhook } from "./claim-webhooks.ts"
import type { Attempt } from "./settle-webhooks.ts"
import { signatureHeaders } from "./sign-webhook.ts"
import type { Send } from "../../platform/send-post.ts"

/** Send a delivery once; fail finally if its signing secret cannot be decrypted. */
export async function attemptWebhook(
  services: Pick<Services, "clock" | "vault" | "database">,
  send: Send,
  { id, url, body, sealedSecret, sealedPreviousSecret }: ClaimedWebhook,
): Promise<Attempt> {
  const startedAt = services.clock.now()
  const secret = openOrNull(services, sealedSecret)
  if (secret === null) {
    await noteUnreadable(services)
    return { ...unsent, startedAt, isFinal: true }
  }
  const previous = sealedPreviousSecret && openOrNull(services, sealedPreviousSecret)
  const secrets = previous === null ? [secret] : [secret, previous]
  const timestamp = Math.floor(startedAt.getTime() / 1000)
  const sent = await send({
    url,
    body,
    headers: {
      "content-type": "application/json",
      "user-agent": "Watchkeeper",
      ...signatureHeaders(secrets, { id, timestamp, body }),
    },
  })
  return { ...sent, startedAt }
}

const unsent = {
  outcome: "failed",
  finding: { code: "signing_secret_unreadable", parameters: {} },
  durationMs: 0,
  responseStatus: null,
  responseHeaders: null,
  responseBody: null,
  retryAfter: null,
} as const

function openOrNull({ vault }: Pick<Services, "vault">, sealed: Uint8Array): string | null {
  try {
    return vault.open(sealed)
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}

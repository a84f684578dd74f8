import type { Services } from "../../platform/services.ts"
import type { ClaimedWebhook } from "./claim-webhooks.ts"
import type { Attempt } from "./settle-webhooks.ts"
import { signatureHeaders } from "./sign-webhook.ts"
import type { Send } from "../../platform/send-post.ts"

/** Send a delivery once. */
export async function attemptWebhook(
  services: Pick<Services, "clock" | "vault">,
  send: Send,
  { id, url, body, sealedSecret, sealedPreviousSecret }: ClaimedWebhook,
): Promise<Attempt> {
  const startedAt = services.clock.now()
  const secrets = [sealedSecret, sealedPreviousSecret].flatMap((sealed) =>
    sealed === null ? [] : [services.vault.open(sealed)],
  )
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

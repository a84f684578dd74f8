import type { Services } from "../../services.ts"
import type { Held } from "./claim.ts"
import { settleAttempt } from "./settle.ts"
import { signatureHeaders } from "./sign.ts"
import type { Send } from "./send.ts"

/** Sends a delivery once and writes down what became of it; false where it was another's by then. */
export async function attemptDelivery(
  services: Services,
  send: Send,
  token: string,
  held: Held,
): Promise<boolean> {
  const { id, url, body, sealedSecret, sealedPreviousSecret } = held
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
  return settleAttempt(services, token, held, { ...sent, startedAt })
}

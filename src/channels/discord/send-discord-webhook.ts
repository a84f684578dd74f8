import { z } from "zod"
import { readWebhookUrl, type DiscordWebhookConfig } from "./discord-webhook.ts"
import type { Sender } from "../message.ts"
import { discordMessageOf } from "./discord-message.ts"
import { sendToDiscord } from "./discord-rest.ts"

const posted = z.object({ id: z.string() })

/** A webhook's message has links for buttons; it changes as its alert moves, too. */
export const discordWebhook: Sender<DiscordWebhookConfig> = {
  kind: "discord_webhook",
  send({ url }, message, { services, previousReceipt, signal }) {
    const { id, token } = readWebhookUrl(url)
    const body = discordMessageOf(message, { isApp: false })
    const query = new URLSearchParams({ wait: "true", with_components: "true" })
    const route = `/webhooks/${id}/${token}` as const
    return sendToDiscord({
      token: null,
      env: services.env,
      previousReceipt,
      edit: (rest) =>
        rest.patch(`${route}/messages/${previousReceipt ?? ""}`, {
          body,
          query,
          signal,
          auth: false,
        }),
      post: (rest) => rest.post(route, { body, query, signal, auth: false }),
      receiptOf(answer) {
        const known = posted.safeParse(answer)
        return known.success ? known.data.id : null
      },
    })
  },
}

import type { Services } from "../../platform/services.ts"
import type { Message, Outcome } from "../../channels/message.ts"
import { outcomeOfPost } from "../../channels/http-outcome.ts"
import { createSend } from "../../platform/send-post.ts"

type Notice = Extract<Message, { kind: "notice" }>

type Post = {
  deliveryId: string
  event: string
  page: { name: string; url: string }
  components: string[]
  signal: AbortSignal
}

/** Posts to an address that a subscriber named, through the guard, as JSON; the id is the same at each attempt. */
export async function sendHook(
  services: Services,
  url: string,
  { subject, paragraphs, link, unsubscribeUrl }: Notice,
  { deliveryId, event, page, components, signal }: Post,
): Promise<Outcome> {
  const sent = await createSend(services)({
    url,
    headers: { "content-type": "application/json", "user-agent": "Watchkeeper" },
    body: JSON.stringify({
      id: deliveryId,
      type: event,
      page,
      components,
      subject,
      text: paragraphs.join("\n\n"),
      link: link?.url ?? null,
      unsubscribe_url: unsubscribeUrl,
    }),
    signal,
  })
  return outcomeOfPost(sent)
}

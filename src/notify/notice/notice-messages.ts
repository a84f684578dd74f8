import { z } from "zod"
import type { Notice } from "../../channels/notice.ts"

/** Event payloads; an event with another payload is skipped and blocks no other. */
const handedOver = z.object({
  rotation: z.object({ name: z.string() }),
  user: z.object({ id: z.uuid() }).nullable(),
  previous_user: z.object({ name: z.string().nullable() }).nullable(),
  until: z.coerce.date(),
})
const disabled = z.object({
  webhook_endpoint: z.object({ url: z.string(), disabled_reason: z.enum(["gone", "failing"]) }),
})

type ReadNotice = { notice: Omit<Notice, "unsubscribeUrl">; userId: string | null }

/** Notice to the person coming on call; null if nobody does. */
export function announceHandOver(
  payload: unknown,
  { projectName, timeZone, url }: { projectName: string; timeZone: string; url: string },
): ReadNotice | null {
  const read = handedOver.safeParse(payload)
  if (!read.success || read.data.user === null) return null
  const { rotation, user, previous_user: previous, until } = read.data
  const end = new Intl.DateTimeFormat("en-GB", {
    dateStyle: "full",
    timeStyle: "short",
    timeZone,
  }).format(until)
  const before = previous?.name ? ` You take over from ${previous.name}.` : ""
  return {
    userId: user.id,
    notice: {
      subject: `You are on call for ${rotation.name}`,
      paragraphs: [
        `You are now on call for ${rotation.name} in ${projectName}.${before}`,
        `Your shift ends ${end} (${timeZone}).`,
      ],
      link: { label: "View on-call schedule", url },
    },
  }
}

const reasons = {
  gone: "The endpoint returned 410 Gone.",
  failing: "No delivery succeeded for five days, over at least ten attempts.",
}

/** Notice to the owners of the project. */
export function tellDisabled(
  payload: unknown,
  { projectName, url }: { projectName: string; url: string },
): ReadNotice | null {
  const read = disabled.safeParse(payload)
  if (!read.success) return null
  const { webhook_endpoint: endpoint } = read.data
  return {
    userId: null,
    notice: {
      subject: `Webhook endpoint disabled in ${projectName}`,
      paragraphs: [
        `We disabled ${endpoint.url}. ${reasons[endpoint.disabled_reason]}`,
        "Pending deliveries were canceled. Once the receiver works again, enable the endpoint and replay the missed events.",
      ],
      link: { label: "Webhook documentation", url },
    },
  }
}

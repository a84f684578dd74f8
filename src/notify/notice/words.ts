import { z } from "zod"
import type { Notice } from "../../graphql/delivery/notice.ts"

/** What the events say that people are told of; one that says something else tells nobody, and holds up no other. */
const handedOver = z.object({
  rotation: z.object({ name: z.string() }),
  user: z.object({ id: z.uuid() }).nullable(),
  previous_user: z.object({ name: z.string().nullable() }).nullable(),
  until: z.coerce.date(),
})
const disabled = z.object({
  webhook_endpoint: z.object({ url: z.string(), disabled_reason: z.enum(["gone", "failing"]) }),
})

type Told = { notice: Omit<Notice, "unsubscribeUrl">; userId: string | null }

/** To whoever comes on duty; null where nobody does. */
export function tellHandOver(
  payload: unknown,
  { projectName, timeZone, url }: { projectName: string; timeZone: string; url: string },
): Told | null {
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
        `From now on you are on call for ${rotation.name} of ${projectName}.${before}`,
        `Your shift lasts until ${end} (${timeZone}), unless somebody changes the rotation.`,
      ],
      link: { label: "See who is on call", url },
    },
  }
}

const reasons = {
  gone: "It answered 410, which means that it wants no more deliveries.",
  failing: "Nothing has arrived there for five days, over at least ten attempts.",
}

/** To the owners of the project. */
export function tellDisabled(
  payload: unknown,
  { projectName, url }: { projectName: string; url: string },
): Told | null {
  const read = disabled.safeParse(payload)
  if (!read.success) return null
  const { webhook_endpoint: endpoint } = read.data
  return {
    userId: null,
    notice: {
      subject: `A webhook endpoint of ${projectName} was disabled`,
      paragraphs: [
        `Nothing is sent to ${endpoint.url} any more. ${reasons[endpoint.disabled_reason]}`,
        "What it was still owed is given up, and can be sent again by hand. Once its receiver works, enable the endpoint and replay what it missed.",
      ],
      link: { label: "How webhooks are delivered", url },
    },
  }
}

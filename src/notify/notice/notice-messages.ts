import { z } from "zod"
import type { Notice } from "../../channels/notice.ts"
import { isolated } from "../../platform/shown-text.ts"
import type { MessageWords } from "../../channels/words/english.ts"

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

type ReadNotice = {
  /** @param zone of the person; null if it is not known. */
  notice(words: MessageWords, zone: string | null): Omit<Notice, "unsubscribeUrl">
  /** Null for the owners. */
  userId: string | null
}

/** Notice to the person coming on call; null if nobody does. */
export function announceHandOver(
  payload: unknown,
  { projectName, timeZone, url }: { projectName: string; timeZone: string; url: string },
): ReadNotice | null {
  const read = handedOver.safeParse(payload)
  if (!read.success || read.data.user === null) return null
  const { rotation, user, previous_user: previous, until } = read.data
  return {
    userId: user.id,
    notice({ handOver, locale }, zone) {
      const shown = zone ?? timeZone
      const to = { dateStyle: "full", timeStyle: "short", timeZone: shown } as const
      const end = new Intl.DateTimeFormat(locale, to).format(until)
      const before = previous?.name ? ` ${handOver.from(isolated(previous.name))}` : ""
      return {
        subject: handOver.subject(isolated(rotation.name)),
        paragraphs: [
          `${handOver.now(isolated(rotation.name), isolated(projectName))}${before}`,
          handOver.ends(end, shown),
        ],
        link: { label: handOver.link, url },
      }
    },
  }
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
    notice: ({ webhookDisabled: words }) => ({
      subject: words.subject(isolated(projectName)),
      paragraphs: [
        `${words.disabled(endpoint.url)} ${words[endpoint.disabled_reason]}`,
        words.next,
      ],
      link: { label: words.link, url },
    }),
  }
}

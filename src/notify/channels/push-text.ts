import type { Message } from "./channel.ts"
import { chatWordsOf, cut } from "./chat-words.ts"

/** What the service worker reads; src/web/public/push.js shows it. */
export type PushText = {
  title: string
  body: string
  /** Where a click leads. */
  url: string
  /** A later one of the same tag takes its place. */
  tag: string
  /** Stays until somebody looks, and calls again where it replaces another. */
  isUrgent: boolean
  /** Takes the press of "Acknowledge" by POST; null where there is nothing to acknowledge. */
  acknowledgeUrl: string | null
  /** The code of the channel itself, for the page that waits for it. */
  code: string | null
  /** Confirms a subscription by POST, for the page that waits for it. */
  confirmUrl: string | null
  /** Ends the subscription of this browser by POST; null where it has none to end. */
  unsubscribeUrl: string | null
  /** What that is called, and what is said once it is ended; absent for English. */
  words?: { unsubscribe: string; unsubscribed: string }
}

const mostInTitle = 150
/** Push services take 4,096 bytes, of which the encryption and the members around it need a part. */
const mostInBody = 1800
const shortBody = 120

/** @param isShort for a service that takes less than others. */
export function pushTextOf(message: Message, baseUrl: string, isShort = false): PushText {
  const { headline, paragraphs, context, links } = chatWordsOf(message)
  const isPage = message.kind === "page"
  const body = [...paragraphs, ...(isPage ? [context.join(" · ")] : [])].join("\n")
  return {
    title: cut(headline, mostInTitle),
    body: cutBytes(body, isShort ? shortBody : mostInBody),
    url: links[0]?.url ?? `${baseUrl}/`,
    tag: isPage ? `alert-${message.alertId}` : message.kind,
    isUrgent: isPage && message.state === "triggered" && message.severity === "high",
    acknowledgeUrl: isPage && message.state === "triggered" ? message.acknowledgeUrl : null,
    code: message.kind === "code" ? message.code : null,
    confirmUrl: null,
    unsubscribeUrl: null,
  }
}

/** Counted as JSON in UTF-8 counts them. */
function cutBytes(text: string, max: number): string {
  const fits = (length: number) => Buffer.byteLength(JSON.stringify(cut(text, length))) <= max
  let [low, high] = [1, text.length + 1]
  if (fits(high)) return text
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle
  }
  return cut(text, low)
}

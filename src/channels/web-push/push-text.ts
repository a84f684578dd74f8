import type { Message } from "../message.ts"
import { chatWordsOf, cut } from "../chat-messages.ts"
import { messageWords } from "../words/message-language.ts"

/** Push payload; src/web/public/push.js displays it. */
export type PushText = {
  title: string
  body: string
  /** URL opened by a click. */
  url: string
  /** A later notification with the same tag replaces it. */
  tag: string
  /** Stays visible until dismissed and alerts again when it replaces another. */
  isUrgent: boolean
  /** URL to acknowledge by POST; null if there is nothing to acknowledge. */
  acknowledgeUrl: string | null
  /** Verification code for the page that waits for it. */
  code: string | null
  /** Confirms a subscription by POST, for the page that waits for it. */
  confirmUrl: string | null
  /** URL to unsubscribe by POST; null if there is no subscription. */
  unsubscribeUrl: string | null
  /** Localized texts of buttons, and of what follows a press; absent for English. */
  words?:
    | { unsubscribe: string; unsubscribed: string }
    | { acknowledge: string; acknowledged: string; nobodyElse: string }
}

const mostInTitle = 150
/** Push services accept 4,096 bytes, including encryption overhead and other members. */
const mostInBody = 1800
const shortBody = 120

/** @param isShort for a push service with a lower size limit. */
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
    ...(message.language === undefined ? {} : { words: messageWords(message.language).push }),
  }
}

/** Limits the size in bytes as JSON in UTF-8. */
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

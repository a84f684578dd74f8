import twilio from "twilio"
import { inertLine, cut } from "../../platform/shown-text.ts"
import type { Message } from "../message.ts"
import { openingOf, othersOf, outlookOf } from "../alert-standing.ts"
import { shownMessage, type ShownMessage, type ShownPage } from "../shown-message.ts"
import { messageWords } from "../words/message-language.ts"

/** How often the message is read if no key is pressed. */
const times = 3

/** Of inline TwiML, with everything that XML escapes; Twilio refuses longer calls. */
const mostCharacters = 4000
/** Letters of a name, the longest that fits. */
const lengths = [200, 120, 60, 30, 12]

/**
 * TwiML of a call. While the alert can be acknowledged, key presses go to `keyUrl`. Names are shortened until the
 * call can be sent; what was said around them stays.
 */
export function callWordsOf(given: Message, keyUrl: string | null): string {
  const message = shownMessage(given, inertLine)
  let call = ""
  for (const length of lengths) {
    call = write(message, keyUrl, length)
    if (call.length <= mostCharacters) break
  }
  return call
}

function write(message: ShownMessage, keyUrl: string | null, length: number): string {
  const call = new twilio.twiml.VoiceResponse()
  const { call: phrases, voice } = messageWords(message.language)
  const words = spoken(message, length)
  const takesKey = message.kind === "page" && message.state === "triggered" && keyUrl !== null
  call.pause({ length: 1 })
  for (let time = 0; time < times; time += 1) {
    if (takesKey) {
      const gather = call.gather({ action: keyUrl, method: "POST", numDigits: 1, timeout: 4 })
      gather.say(voice, `${words} ${phrases.pressKey}`)
    } else {
      call.say(voice, words)
      call.pause({ length: 1 })
    }
  }
  call.say(voice, phrases.goodbye)
  return call.toString()
}

function spoken(message: ShownMessage, length: number): string {
  const { code, test, call } = messageWords(message.language)
  switch (message.kind) {
    case "page":
      return spokenPage(message, length)
    case "code":
      return code.spoken(Array.from(message.code).join(", "))
    case "test":
      return test.spoken
    case "notice":
      return `${call.begin} ${cut(message.subject, length)}.`
  }
}

function spokenPage(page: ShownPage, length: number): string {
  const { number, title, projectName, severity, state, by, others, language } = page
  const { call, urgency } = messageWords(language)
  const more = others.listed.length + others.rest
  const sentences = [
    call.begin,
    state === "triggered"
      ? call.page(number, urgency[severity])
      : call.about(number, state, by === null ? null : cut(by, length)),
    call.what(cut(title, length), cut(projectName, length)),
    ...(more === 0 ? [] : [call.more(more)]),
    ...(others.listed.length === 0 ? [] : [`${cut(othersOf(page), 2 * length)}.`]),
    ...(state === "triggered" ? [openingOf(page), outlookOf(page) ?? ""] : [])
      .filter((one) => one !== "")
      .map((one) => (one.endsWith(".") ? one : `${one}.`)),
  ]
  return sentences.join(" ")
}

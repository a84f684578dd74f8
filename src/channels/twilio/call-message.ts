import twilio from "twilio"
import { inertLine, cut } from "../../platform/xml.ts"
import type { Message, PageMessage } from "../message.ts"
import { openingOf, outlookOf } from "../alert-standing.ts"
import { messageWords } from "../words/message-language.ts"

/** How often the message is read if no key is pressed. */
const times = 3

/** TwiML of a call. While the alert can be acknowledged, key presses go to `keyUrl`. */
export function callWordsOf(message: Message, keyUrl: string | null): string {
  const call = new twilio.twiml.VoiceResponse()
  const { call: phrases, voice } = messageWords(message.language)
  const words = spoken(message)
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

function spoken(message: Message): string {
  const { code, test, call } = messageWords(message.language)
  switch (message.kind) {
    case "page":
      return spokenPage(message)
    case "code":
      return code.spoken(Array.from(message.code).join(", "))
    case "test":
      return test.spoken
    case "notice":
      return `${call.begin} ${line(message.subject)}.`
  }
}

function spokenPage(page: PageMessage): string {
  const { number, title, projectName, severity, state, by, others, language } = page
  const { call, urgency } = messageWords(language)
  const more = others.listed.length + others.rest
  const sentences = [
    call.begin,
    state === "triggered"
      ? call.page(number, urgency[severity])
      : call.about(number, state, by === null ? null : line(by)),
    call.what(line(title), line(projectName)),
    ...(state === "triggered" ? [openingOf(page), outlookOf(page) ?? ""] : [])
      .filter((one) => one !== "")
      .map((one) => (one.endsWith(".") ? one : `${one}.`)),
    ...(more === 0 ? [] : [call.more(more)]),
  ]
  return sentences.join(" ")
}

/** Inline TwiML is limited to 4,000 characters; the text appears three times. */
const line = (text: string) => cut(inertLine(text), 200)

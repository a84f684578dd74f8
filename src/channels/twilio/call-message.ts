import twilio from "twilio"
import { inertLine, cut } from "../../platform/xml.ts"
import type { Message, PageMessage } from "../message.ts"

export const voice = { language: "en-US", voice: "Polly.Joanna" } as const
/** How often the message is read if no key is pressed. */
const times = 3

/** TwiML of a call. While the alert can be acknowledged, key presses go to `keyUrl`. */
export function callWordsOf(message: Message, keyUrl: string | null): string {
  const call = new twilio.twiml.VoiceResponse()
  const words = spoken(message)
  const takesKey = message.kind === "page" && message.state === "triggered" && keyUrl !== null
  call.pause({ length: 1 })
  for (let time = 0; time < times; time += 1) {
    if (takesKey) {
      const gather = call.gather({ action: keyUrl, method: "POST", numDigits: 1, timeout: 4 })
      gather.say(voice, `${words} Press 4 to acknowledge.`)
    } else {
      call.say(voice, words)
      call.pause({ length: 1 })
    }
  }
  call.say(voice, "Goodbye.")
  return call.toString()
}

function spoken(message: Message): string {
  switch (message.kind) {
    case "page":
      return spokenPage(message)
    case "code":
      return `Your Watchkeeper code is: ${Array.from(message.code).join(", ")}.`
    case "test":
      return "This is a test call from Watchkeeper. You will receive alerts this way. No action is needed."
    case "notice":
      return `This is Watchkeeper. ${line(message.subject)}.`
  }
}

function spokenPage({ number, title, projectName, severity, state, by, others }: PageMessage) {
  const more = others.listed.length + others.rest
  const rest = more === 0 ? "" : ` And ${more} more with the same cause.`
  const what = `${line(title)}, in project ${line(projectName)}.${rest}`
  if (state === "triggered") {
    return `This is Watchkeeper. Alert number ${number}, ${severity} urgency. ${what}`
  }
  return `This is Watchkeeper. Alert number ${number} is ${state}${by === null ? "" : ` by ${line(by)}`}. ${what}`
}

/** Inline TwiML is limited to 4,000 characters; the text appears three times. */
const line = (text: string) => cut(inertLine(text), 200)

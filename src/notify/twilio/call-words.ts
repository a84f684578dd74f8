import twilio from "twilio"
import { inertLine, cut } from "../../pages/xml.ts"
import type { Message, PageMessage } from "../channels/channel.ts"

const voice = { language: "en-US", voice: "Polly.Joanna" } as const
/** How often it is read to somebody who presses nothing. */
const times = 3

/** What a call says, as TwiML. While an alert can be acknowledged, a key press goes to `keyUrl`. */
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
      return "This is a test of Watchkeeper. Alerts reach you by this call. There is nothing to do."
    case "notice":
      return `This is Watchkeeper. ${line(message.subject)}.`
  }
}

function spokenPage({ number, title, projectName, severity, state, by, others }: PageMessage) {
  const more = others.listed.length + others.rest
  const rest = more === 0 ? "" : ` And ${more} more for the same cause.`
  const what = `${line(title)}, in the project ${line(projectName)}.${rest}`
  if (state === "triggered") {
    return `This is Watchkeeper with alert number ${number}, of ${severity} urgency. ${what}`
  }
  return `This is Watchkeeper. Alert number ${number} is ${state}${by === null ? "" : ` by ${line(by)}`}. ${what}`
}

/** TwiML in a request holds 4,000 characters, three times over. */
const line = (text: string) => cut(inertLine(text), 200)

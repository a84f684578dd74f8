import twilio from "twilio"
import { messageWords } from "../words/message-language.ts"

/** TwiML in answer to a text message; null answers nothing. */
export function answerMessage(words: string | null): string {
  const answer = new twilio.twiml.MessagingResponse()
  if (words !== null) answer.message(words)
  return answer.toString()
}

/** TwiML that ends a call, with a sentence if there is one. */
export function endCall(words: string | null, language: string): string {
  const { voice, call } = messageWords(language)
  const answer = new twilio.twiml.VoiceResponse()
  answer.say(voice, [words, call.goodbye].filter((one) => one !== null).join(" "))
  return answer.toString()
}

/** TwiML that waits for another key, which comes to the same URL. */
export function askForKey(language: string): string {
  const { voice, call } = messageWords(language)
  const answer = new twilio.twiml.VoiceResponse()
  const gather = answer.gather({ method: "POST", numDigits: 1, timeout: 8 })
  gather.say(voice, call.pressKey)
  answer.say(voice, `${call.nobody} ${call.goodbye}`)
  return answer.toString()
}

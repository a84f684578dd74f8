import twilio from "twilio"
import { voice } from "./call-message.ts"

/** TwiML in answer to a text message; null answers nothing. */
export function answerMessage(words: string | null): string {
  const answer = new twilio.twiml.MessagingResponse()
  if (words !== null) answer.message(words)
  return answer.toString()
}

/** TwiML that ends a call with a sentence. */
export function endCall(words: string): string {
  const answer = new twilio.twiml.VoiceResponse()
  answer.say(voice, `${words} Goodbye.`)
  return answer.toString()
}

/** TwiML that waits for another key, which comes to the same URL. */
export function askForKey(): string {
  const answer = new twilio.twiml.VoiceResponse()
  const gather = answer.gather({ method: "POST", numDigits: 1, timeout: 8 })
  gather.say(voice, "Press 4 to acknowledge.")
  answer.say(voice, "Nobody has acknowledged. Goodbye.")
  return answer.toString()
}

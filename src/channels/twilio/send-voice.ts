import type { PhoneConfig } from "./phone.ts"
import { callWordsOf } from "./call-message.ts"
import { callbackOf, endingWith, twilioOf } from "./twilio-client.ts"
import { notSetUp, outcomeOf } from "./twilio-outcome.ts"
import type { Sender } from "../message.ts"

/** Ends before most mailboxes answer. */
const ringSeconds = 25
const longestSeconds = 180

/** A call that reads the alert; Twilio reports later whether somebody answered. */
export const voice: Sender<PhoneConfig> = {
  kind: "voice",
  async send({ number }, message, { services: { env, clock }, deliveryId, signal }) {
    const account = twilioOf(env)
    if (account === null) return notSetUp("voice")
    const statusCallback = callbackOf(env, `status/${deliveryId}`)
    try {
      const { sid } = await endingWith(signal, () =>
        account.client.calls.create({
          to: number,
          from: account.from,
          twiml: callWordsOf(message, callbackOf(env, `key/${deliveryId}`)),
          timeout: ringSeconds,
          timeLimit: longestSeconds,
          ...(statusCallback === null
            ? {}
            : { statusCallback, statusCallbackEvent: ["completed"], statusCallbackMethod: "POST" }),
        }),
      )
      return { kind: "accepted", receipt: sid, isConfirmed: false }
    } catch (error) {
      return outcomeOf(error, clock)
    }
  },
}

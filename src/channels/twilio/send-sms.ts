import type { PhoneConfig } from "./phone.ts"
import { callbackOf, endingWith, twilioOf } from "./twilio-client.ts"
import { notSetUp, outcomeOf } from "./twilio-outcome.ts"
import { smsWordsOf } from "./sms-message.ts"
import type { Sender } from "../message.ts"

/** A later message is useless: the next contact method was used long before. */
const validSeconds = { page: 1800, code: 900, test: 900, notice: 14_400 }

/** A text message; Twilio reports later whether it reached the phone. */
export const sms: Sender<PhoneConfig> = {
  kind: "sms",
  async send({ number }, message, { services: { env, clock }, deliveryId, signal }) {
    const account = twilioOf(env)
    if (account === null) return notSetUp("sms")
    const statusCallback = callbackOf(env, `status/${deliveryId}`)
    try {
      const { sid } = await endingWith(signal, () =>
        account.client.messages.create({
          to: number,
          from: account.from,
          body: smsWordsOf(message),
          validityPeriod: validSeconds[message.kind],
          ...(statusCallback === null ? {} : { statusCallback }),
        }),
      )
      return { kind: "accepted", receipt: sid, isConfirmed: false }
    } catch (error) {
      return outcomeOf(error, clock)
    }
  },
}

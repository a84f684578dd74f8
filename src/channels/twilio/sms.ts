import type { Channel } from "../channel.ts"
import { phone, type PhoneConfig } from "./phone.ts"

export const sms: Channel<PhoneConfig> = {
  ...phone,
  kind: "sms",
  title: "SMS",
  noun: "SMS",
  description: "A text message.",
  defaultDelayMinutes: 1,
  sendsChanges: "endings",
}

import type { Channel } from "../channel.ts"
import { phone, type PhoneConfig } from "./phone.ts"

export const voice: Channel<PhoneConfig> = {
  ...phone,
  kind: "voice",
  title: "Call",
  noun: "call",
  description: "A call that reads the alert and takes a key press.",
  defaultDelayMinutes: 3,
  sendsChanges: "none",
}

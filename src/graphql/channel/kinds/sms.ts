import type { Kind } from "../kind.ts"
import type { PhoneConfig } from "../phone.ts"
import { phone } from "../phone.ts"

export const sms: Kind<PhoneConfig> = { ...phone, kind: "sms" }

import { z } from "zod"
import type { Env } from "../../platform/env.ts"
import { missingSettings } from "../../platform/missing-settings.ts"

/** An E.164 number; separators are removed. */
const number = z
  .string({ error: "must be a string" })
  .transform((text) => text.replaceAll(/[\s()./\u2010-\u2015-]/g, ""))
  .pipe(
    z
      .string()
      .regex(
        /^\+[1-9]\d{6,14}$/,
        "must be a phone number with its country, such as +4915112345678",
      ),
  )

/** Shared by SMS and voice. */
export const phone = {
  owners: ["user", "project"],
  config: z.strictObject({ number }),
  entered: [{ name: "number", label: "Phone number", type: "tel", example: "+4915112345678" }],
  setup: null,
  addressOf: ({ number }: { number: string }) => number,
  hintOf: ({ number }: { number: string }) => `${number.slice(0, 3)} ••• ${number.slice(-3)}`,
  missing: (env: Env) => missingSettings(env, ["TWILIO_URL"]),
  sender: "phone",
  isVerifiedByLink: false,
  isIntrusive: true,
  usedByDefault: "oldest",
  editsMessages: false,
  takesDigest: false,
  confirmsDelivery: "later",
} as const

export type PhoneConfig = z.output<typeof phone.config>

import { z } from "zod"
import type { Env } from "../../env.ts"
import { missingSettings } from "./missing.ts"

/** E.164: a plus, the country's code and the number, 15 digits at most; what people put between them is dropped. */
const number = z
  .string({ error: "must be text" })
  .transform((text) => text.replaceAll(/[\s()./\u2010-\u2015-]/g, ""))
  .pipe(
    z
      .string()
      .regex(
        /^\+[1-9]\d{6,14}$/,
        "must be a phone number with its country, such as +4915112345678",
      ),
  )

/** What is common to the kinds that reach a phone by its number. */
export const phone = {
  owners: ["user", "project"],
  config: z.strictObject({ number }),
  addressOf: ({ number }: { number: string }) => number,
  hintOf: ({ number }: { number: string }) => `${number.slice(0, 3)} ••• ${number.slice(-3)}`,
  missing: (env: Env) =>
    missingSettings(env, ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"]),
} as const

export type PhoneConfig = z.output<typeof phone.config>

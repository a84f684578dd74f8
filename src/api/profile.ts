import { APIError } from "better-auth/api"
import { z } from "zod"
import { messageLanguages } from "../channels/words/message-language.ts"
import { name } from "../graphql/kernel/input.ts"
import { readTimeZone } from "../graphql/on-call/rules/time-zone.ts"
import { text } from "../platform/text-schema.ts"

/** Fields of a user besides better-auth's own. */
export const profileFields = {
  timeZone: { type: "string", required: false },
  language: { type: "string", required: false },
} as const

const profile = z.object({
  name: name.optional(),
  image: text(2048).nullish(),
  timeZone: text(100)
    .refine((zone) => readTimeZone(zone) !== null, "must be a time zone such as Europe/Berlin")
    .nullish(),
  language: z
    .enum(messageLanguages, { error: `must be one of ${messageLanguages.join(", ")}` })
    .optional(),
})

/** @throws {APIError} 400 */
export function readProfile(body: unknown): z.output<typeof profile> {
  const { data, error } = profile.safeParse(body)
  if (data !== undefined) return data
  const [issue = { path: [], message: "is not valid" }] = error.issues
  const message = `${issue.path.join(".") || "The body"} ${issue.message}.`
  throw new APIError("BAD_REQUEST", { code: "VALIDATION_ERROR", message })
}

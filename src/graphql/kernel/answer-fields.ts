import { z } from "zod"

/** Fields of what the API and webhooks write. */

export const moment = z.iso.datetime()

/** Texts in responses, with the limits of their inputs. */
export const nameText = z.string().max(200)
export const longText = z.string().max(5000)
export const urlText = z.string().max(2048)

/** Why something happened, as data. */
const finding = z
  .object({
    code: nameText.describe("What happened, such as not_connected."),
    parameters: z
      .any()
      .meta({ type: "object", additionalProperties: true })
      .describe("The details of the code."),
    text: longText.describe("The same in words, in English."),
  })
  .meta({ id: "Finding" })

export const findings = z
  .array(finding)
  .max(100)
  .describe(
    "The same as data: a code, its parameters and the text of each; empty if a person wrote it. Additive.",
  )

/** Name and color of a state, severity or status. */
export const colored = z.object({
  name: nameText,
  color: z
    .string()
    .length(7)
    .regex(/^#[0-9a-f]{6}$/),
})

import { z } from "zod"

/** Fields of what the API and webhooks write. */

export const moment = z.iso.datetime()

/** Texts in responses, with the limits of their inputs. */
export const nameText = z.string().max(200)
export const longText = z.string().max(5000)
export const urlText = z.string().max(2048)

/** Why something happened, as data. */
export const finding = z
  .object({
    code: nameText.describe("What happened, such as not_connected."),
    parameters: z.record(nameText, z.any()).describe("The details of the code."),
    text: longText.describe("The same in words, in English."),
  })
  .meta({ id: "Finding" })

/** Name and color of a state, severity or status. */
export const colored = z.object({
  name: nameText,
  color: z
    .string()
    .length(7)
    .regex(/^#[0-9a-f]{6}$/),
})

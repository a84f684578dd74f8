import { z } from "zod"

/** Text that PostgreSQL and every renderer can hold: no NUL, no unpaired surrogate. Lengths are in UTF-16 units. */
export const text = (max: number) =>
  z
    .string({ error: "must be a string" })
    .refine((value) => !value.includes("\u0000"), "must not contain a NUL character")
    .refine((value) => value.isWellFormed(), "must not contain an unpaired surrogate")
    .max(max, `must be at most ${max.toLocaleString("en")} characters long`)

/** In lower case, as PostgreSQL writes it, so that ids compare as text. */
export const uuid = z
  .string({ error: "must be a UUID" })
  .toLowerCase()
  .check(z.uuid({ error: "must be a UUID" }))

/** E-mail address, trimmed and in lower case, as sign-in stores it. */
export const email = z
  .string({ error: "must be a string" })
  .trim()
  .toLowerCase()
  .max(254, "must be at most 254 characters long")
  .pipe(z.email("must be an e-mail address such as ada@example.com"))

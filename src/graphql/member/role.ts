import { z } from "zod"

export const role = z.enum(["owner", "admin", "editor", "viewer"], {
  error: "must be owner, admin, editor or viewer",
})

/** An address to write to and to compare: trimmed and lower case, as sign-in stores it. */
export const email = z
  .string({ error: "must be text" })
  .trim()
  .toLowerCase()
  .max(254, "must be at most 254 characters long")
  .pipe(z.email("must be an e-mail address such as ada@example.com"))

import { z } from "zod"

export const role = z.enum(["owner", "admin", "editor", "viewer"], {
  error: "must be owner, admin, editor or viewer",
})

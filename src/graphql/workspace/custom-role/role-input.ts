import { z } from "zod"
import { grantable, type Permission } from "../../kernel/access.ts"
import { name } from "../../kernel/input.ts"

const builtIn = ["owner", "admin", "editor", "viewer", "custom"]

export const roleFields = {
  name: name.refine((one) => !builtIn.includes(one.toLowerCase()), {
    error: "must not be the name of a built-in role",
  }),
  permissions: z
    .array(
      z.enum(grantable as [Permission, ...Permission[]], {
        error: `must be one of ${grantable.join(", ")}`,
      }),
    )
    .min(1, "must name at least one permission")
    .max(100, "must name each permission once")
    .transform((all) => grantable.filter((one) => all.includes(one))),
}

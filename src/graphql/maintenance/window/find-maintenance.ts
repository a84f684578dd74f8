import { finder } from "../../kernel/require-found.ts"

/** A window that the actor may access. */
export const findMaintenance = finder(
  "maintenance",
  ({ maintenance }, where) => maintenance.findUnique({ where }),
  "maintenance",
)

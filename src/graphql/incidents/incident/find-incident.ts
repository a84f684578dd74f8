import { finder } from "../../kernel/require-found.ts"

/** An incident that the actor may access. */
export const findIncident = finder(
  "incident",
  ({ incident }, where) => incident.findUnique({ where }),
  "incident",
)

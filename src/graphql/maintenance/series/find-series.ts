import { finder } from "../../kernel/require-found.ts"

/** A series that the actor may access. */
export const findSeries = finder(
  "maintenance series",
  ({ maintenanceSeries }, where) => maintenanceSeries.findUnique({ where }),
  "series",
)

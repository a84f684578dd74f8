import type { MonitorKind } from "../../../../../prisma/generated/enums.ts"
import { defaultFailureThreshold, kinds } from "./monitor-kinds.ts"

/** What each kind of monitor is, without its functions: the content of `schema/monitor-kinds.json`. */
export const kindSheet = () =>
  Object.fromEntries(
    Object.entries(kinds).map(([kind, record]) => {
      const { title, hint, checkedBy, required, optional, defaults, examples, assertions } = record
      const measures = record.measures ?? []
      const { port = null } = defaults
      const example = { name: examples.name, host: examples.host ?? "", url: examples.url ?? "" }
      const fields = { required, optional }
      return [
        kind,
        {
          title,
          hint,
          checkedBy,
          ...fields,
          defaultPort: port,
          defaultFailureThreshold: defaultFailureThreshold(kind as MonitorKind),
          example,
          assertions,
          measures,
        },
      ]
    }),
  )

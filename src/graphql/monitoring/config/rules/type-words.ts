import { MonitorKind } from "../../../../../prisma/generated/enums.ts"
import { kinds } from "../../monitor/rules/monitor-kinds.ts"

const known: ReadonlyMap<string, MonitorKind> = new Map(
  Object.values(MonitorKind).flatMap((kind) =>
    [kind, ...kinds[kind].aliases].map((word) => [word, kind] as const),
  ),
)

/** Normalizes a type in any letter case, with spaces, hyphens or underscores; null if unknown. */
export const readType = (text: string): MonitorKind | null =>
  known.get(
    text
      .trim()
      .toLowerCase()
      .replaceAll("'", "")
      .replaceAll(/[\s_-]+/g, "_"),
  ) ?? null

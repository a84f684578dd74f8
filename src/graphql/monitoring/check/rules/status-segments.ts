import type { MonitorStatus } from "../../../../../prisma/generated/enums.ts"

type Change = { to: MonitorStatus; at: Date }
type Segment<Row extends Change> = { change: Row; from: Date; until: Date | null }

/** How long each status applied: a decision overrides earlier ones from its own `at` on. In decision order. */
export function statusSegments<Row extends Change>(changes: Row[]): Segment<Row>[] {
  const segments: Segment<Row>[] = []
  for (const change of changes) {
    for (let last = segments.at(-1); last && last.from >= change.at; last = segments.at(-1)) {
      segments.pop()
    }
    const last = segments.at(-1)
    if (last !== undefined) last.until = change.at
    segments.push({ change, from: change.at, until: null })
  }
  return segments
}

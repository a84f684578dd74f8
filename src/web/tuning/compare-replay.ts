import type { Replay, ReplayedOutage } from "./tuning-documents.ts"

export type Comparison = {
  /** Declared now, but not with the other thresholds. */
  missed: ReplayedOutage[]
  added: ReplayedOutage[]
  /** In both; positive if the other thresholds declare later. */
  shifted: { own: ReplayedOutage; asked: ReplayedOutage; laterMs: number }[]
  /** Of those in both; null without any. */
  meanLaterMs: number | null
}

const endOf = ({ endedAt }: ReplayedOutage) =>
  endedAt === null ? Number.POSITIVE_INFINITY : Date.parse(endedAt)

const overlap = (a: ReplayedOutage, b: ReplayedOutage): boolean =>
  Date.parse(a.startedAt) <= endOf(b) && Date.parse(b.startedAt) <= endOf(a)

/** Two outages are the same if they overlap. */
export function compareReplay({ own, asked }: Pick<Replay, "own" | "asked">): Comparison {
  const pairs = own.outages.flatMap((one) => {
    const other = asked.outages.find((candidate) => overlap(one, candidate))
    if (other === undefined) return []
    const laterMs = Date.parse(other.declaredAt) - Date.parse(one.declaredAt)
    return [{ own: one, asked: other, laterMs }]
  })
  const sum = pairs.reduce((all, { laterMs }) => all + laterMs, 0)
  return {
    missed: own.outages.filter((one) => !asked.outages.some((other) => overlap(one, other))),
    added: asked.outages.filter((one) => !own.outages.some((other) => overlap(one, other))),
    shifted: pairs,
    meanLaterMs: pairs.length === 0 ? null : sum / pairs.length,
  }
}

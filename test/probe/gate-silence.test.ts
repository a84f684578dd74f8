import { expect, test } from "vitest"
import type { Gap } from "../../src/probe/kinds/heartbeat-silence.ts"
import type { Evaluate } from "../../src/probe/create-evaluator.ts"
import { gateSilence } from "../../src/probe/gate-silence.ts"
import type { Condition } from "../../src/telemetry/query/condition/condition.ts"
import { noDeadline } from "../support/prober.ts"

const start = Date.parse("2026-11-20T03:00:00Z")
const msAt = (minutes: number) => start + minutes * 60_000

const condition = (more: Partial<Condition> = {}): Condition => ({
  query: "",
  measure: "records",
  metric: null,
  instrument: null,
  by: null,
  comparison: "below",
  threshold: 1,
  minutes: 5,
  windows: 2,
  failing: 1,
  ...more,
})

/** Two windows of five minutes that end ten minutes after the start, both without enough. */
const evaluate: Evaluate = () =>
  Promise.resolve({
    evaluation: {
      rows: 0,
      isFailing: true,
      windows: [5, 0].map((from) => ({
        from: new Date(msAt(from)),
        to: new Date(msAt(from + 5)),
        rows: 0,
        value: 0,
        label: "",
        isFailing: true,
        example: null,
      })),
    },
  })

function evaluated(gaps: Gap[], more: Partial<Condition> = {}, untilMs = Infinity) {
  const provedTime = () => ({ gaps, untilMs, isOpen: untilMs < Infinity })
  const gated = gateSilence(evaluate, { provedTime, refresh: () => Promise.resolve() })
  return gated("project", condition(more), noDeadline())
}
const gap = (from: number, to: number): Gap => ({ from: msAt(from), to: msAt(to) })

const unheard = (from: string | null, to: string | null) => ({
  unheard: { code: "telemetry_unproved", parameters: { from, to } },
})

test("too little telemetry counts only over windows in which senders could reach us", async () => {
  expect(await evaluated([])).toHaveProperty("evaluation")
  expect(await evaluated([gap(-20, -1)])).toHaveProperty("evaluation")
  // One of the two windows is proved.
  expect(await evaluated([gap(2, 3)])).toHaveProperty("evaluation")
  expect(await evaluated([gap(2, 3)], { failing: 2 })).toEqual(
    unheard("2026-11-20T03:02:00.000Z", "2026-11-20T03:03:00.000Z"),
  )
  expect(await evaluated([gap(4, 6)])).toHaveProperty("unheard")
  expect(await evaluated([], {}, msAt(4))).toEqual(unheard("2026-11-20T03:04:00.000Z", null))
})

test("too little telemetry does not count as long as nothing ever proved that senders can reach us", async () => {
  expect(await evaluated([], {}, -Infinity)).toEqual(unheard(null, null))
})

test("too much telemetry came, whatever else could not", async () => {
  expect(await evaluated([gap(0, 10)], { comparison: "above" })).toHaveProperty("evaluation")
})

import { expect, test } from "vitest"
import { say } from "../../src/findings/say.ts"
import { budgetPoints } from "../../src/graphql/slo/rules/budget-points.ts"
import {
  attainedOf,
  budgetOf,
  burnRate,
  coverageOf,
  exhaustedInMs,
} from "../../src/graphql/slo/rules/budget.ts"
import { defaultFactor, highestRate, pairs } from "../../src/graphql/slo/rules/burn-pairs.ts"
import { burnFindings, burnTitle } from "../../src/graphql/slo/rules/burn-findings.ts"
import { judgeBurn, type BurnFacts } from "../../src/graphql/slo/rules/judge-burn.ts"
import { pastBurns } from "../../src/graphql/slo/rules/past-burns.ts"

const counts = (good: number, bad: number, missing = 0) => ({ good, bad, missing })

test.each([
  // Nothing seen, or too little of the window, says nothing.
  [counts(0, 0), 99.9, 1, null],
  [counts(0, 0, 300_000), 99.9, 1, null],
  [counts(0, 9, 91), 99.9, 1, null],
  [counts(0, 10, 90), 99.9, 1, 1000],
  [counts(18, 1), 99.9, 20, null],
  [counts(19, 1), 95, 20, 1],
  // Missing time changes no rate.
  [counts(90, 10), 90, 1, 1],
  [counts(90, 10, 100), 90, 1, 1],
  [counts(100, 0), 99.9, 1, 0],
  [counts(0, 100), 99, 1, 100],
  // 100 - 99.9 is not 0.1 in binary.
  [counts(999, 1), 99.9, 1, 1],
  [counts(99_999, 1), 99.999, 1, 1],
] as const)(
  "the burn rate of %o at %d %% with at least %d is %d",
  (window, target, least, rate) => {
    const found = burnRate(window, target, least)
    expect(found === null ? null : Number(found.toFixed(6))).toBe(rate)
  },
)

test("a budget is a share of what was seen, so that missing data allows no failure", () => {
  const day = 86_400_000
  const whole = counts(30 * day - 600_000, 600_000)
  expect(budgetOf(whole, 99.9)?.total).toBeCloseTo(43.2 * 60_000)
  expect(budgetOf(whole, 99.9)?.remainingShare).toBeCloseTo(1 - 10 / 43.2)
  const half = counts(15 * day, 0, 15 * day)
  expect(budgetOf(half, 99.9)?.total).toBeCloseTo(21.6 * 60_000)
  expect([coverageOf(half), coverageOf(counts(0, 0))]).toEqual([0.5, null])
  expect(budgetOf(counts(0, 0, day), 99.9)).toBeNull()
  expect(attainedOf(counts(0, 0, day))).toBeNull()
  expect(attainedOf(counts(3, 1))).toBe(75)
  expect(budgetOf(counts(90, 20), 90)?.remainingShare).toBeCloseTo(-9 / 11)
})

test.each([
  [0.5, 10, 30, 1.5],
  [0.5, 0.4, 30, null],
  [1, 1, 30, null],
  [0, 5, 30, 0],
  [-2, null, 30, 0],
  [0.5, null, 30, null],
  [0.5, 0, 30, null],
] as const)("with %d of the budget left at a rate of %d in %d days it lasts %d days", (...row) => {
  const [remainingShare, rate, days, lasts] = row
  const ms = exhaustedInMs({ total: 1, consumed: 0, remainingShare }, rate, days)
  expect(ms === null ? null : ms / 86_400_000).toBe(lasts)
})

test("default factors follow the window and stay below the highest rate", () => {
  const factors = [7, 28, 30, 90].map((days) => [
    defaultFactor("fast", days, 99.9),
    defaultFactor("slow", days, 99.9),
  ])
  expect(factors).toEqual([
    [3.36, 1.4],
    [13.44, 5.6],
    [14.4, 6],
    [43.2, 18],
  ])
  expect(highestRate(90)).toBe(10)
  expect(defaultFactor("fast", 30, 90)).toBe(9)
  expect(defaultFactor("slow", 90, 50)).toBe(1.8)
})

const now = new Date("2026-11-24T12:00:00Z")
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const facts = (more: Partial<BurnFacts>): BurnFacts => ({
  short: 20,
  long: 20,
  factor: 14.4,
  isFiring: false,
  isSilent: false,
  isSilenced: false,
  since: ago(180),
  alert: null,
  now,
  ...more,
})
const open = { resolvedAt: null, resolvedBy: null }

test.each<[string, Partial<BurnFacts>, string | null, boolean]>([
  ["both exceed", {}, "fired", true],
  ["only the short one", { long: 14.3 }, null, false],
  ["only the long one", { short: 3 }, null, false],
  ["at the factor", { short: 14.4, long: 14.4 }, null, false],
  ["the short one at the factor", { short: 14.4 }, null, false],
  ["the long one at the factor", { long: 14.4 }, null, false],
  ["no data in the short one", { short: null }, null, false],
  ["no data in the long one", { long: null }, null, false],
  ["no alert wanted", { factor: null }, null, false],
  ["silent", { isSilent: true }, "silenced", false],
  ["still silent", { isSilent: true, isSilenced: true }, null, false],
  ["a silence ended", { isSilenced: true }, "fired", true],
  ["still firing", { isFiring: true, alert: open }, null, true],
  ["the short one below", { isFiring: true, alert: open, short: 14.3 }, "cleared", false],
  ["still the short one at the factor", { isFiring: true, alert: open, short: 14.4 }, null, true],
  ["the long one below", { isFiring: true, alert: open, long: 1 }, null, true],
  ["no data while firing", { isFiring: true, alert: open, short: null, long: null }, null, true],
  ["switched off while firing", { isFiring: true, alert: open, factor: null }, "cleared", false],
  [
    "again at once",
    { alert: { resolvedAt: ago(9), resolvedBy: null }, since: ago(9) },
    "reopened",
    true,
  ],
  ["again later", { alert: { resolvedAt: ago(10), resolvedBy: null } }, "fired", true],
  [
    "again after a person resolved it",
    { alert: { resolvedAt: ago(9), resolvedBy: "Ada" } },
    "fired",
    true,
  ],
  ["a person kept it open", { alert: open }, null, true],
  [
    "resolved by a person",
    { isFiring: true, alert: { resolvedAt: ago(59), resolvedBy: "Ada" } },
    null,
    true,
  ],
  [
    "resolved by a person an hour ago",
    { isFiring: true, alert: { resolvedAt: ago(60), resolvedBy: "Ada" } },
    "fired",
    true,
  ],
  [
    "resolved by a person an hour ago, silent",
    { isFiring: true, isSilent: true, alert: { resolvedAt: ago(60), resolvedBy: "Ada" } },
    null,
    true,
  ],
  ["an hour without an alert", { isFiring: true, since: ago(60) }, "fired", true],
  ["less than an hour without an alert", { isFiring: true, since: ago(59) }, null, true],
])("%s", (_name, more, decision, isFiring) => {
  const judged = judgeBurn(facts(more))
  expect([judged.decision, judged.isFiring]).toEqual([decision, isFiring])
})

test("the words of an alert name the rate, the forecast and what is left", () => {
  const burning = {
    name: "checkout availability",
    rates: { short: 20.04, long: 14.63 },
    factor: 14.4,
    pair: pairs.fast,
    showsFigures: true,
  }
  const textsOf = (budget: Parameters<typeof burnTitle>[1], showsFigures = true) => [
    say([burnTitle({ ...burning, showsFigures }, budget)]),
    say(burnFindings({ ...burning, showsFigures }, budget)),
  ]
  const rates = "Burn rate 20 over 5 min and 14.6 over 1 h, limit 14.4."
  const title = "SLO checkout availability: burning 14.6 times too fast"
  const budget = { remainingShare: 0.614, exhaustedInMs: 51 * 3_600_000 }
  expect(textsOf(budget)).toEqual([
    `${title}; budget gone in 2 d 3 h`,
    `${rates} 61% of the error budget is left.`,
  ])
  expect(textsOf({ remainingShare: -1, exhaustedInMs: 0 })).toEqual([
    `${title}; budget gone`,
    `${rates} The error budget is used up.`,
  ])
  expect(textsOf(budget, false)).toEqual([
    "SLO checkout availability: burning too fast",
    "Burn rate above 14.4 over 5 min and 1 h.",
  ])
  const lasting = (exhaustedInMs: number | null) =>
    textsOf({ remainingShare: 0.5, exhaustedInMs })[0]?.replace(title, "")
  expect([null, 59_000, 60_000, 119_000, 7_200_000, 86_400_000].map(lasting)).toEqual([
    "",
    "; budget gone in less than a minute",
    "; budget gone in 1 min",
    "; budget gone in 1 min",
    "; budget gone in 2 h",
    "; budget gone in 1 d",
  ])
})

const hour = (at: number, good: number, bad: number, missing = 0) => ({
  at: new Date(Date.UTC(2026, 10, 24, at)),
  good,
  bad,
  missing,
})

test("a past alert that closed opens again only by a new burn", () => {
  const hours = [hour(0, 0, 60), hour(1, 60, 0), hour(2, 60, 0)]
  const found = pastBurns(hours, { speed: "slow", factor: 2, targetPercent: 99, least: 1 })
  expect(found.map(({ from }) => from.getUTCHours())).toEqual([0])
})

test("past alerts open by whole hours, and gaps neither open nor close them", () => {
  const hours = [
    hour(0, 60, 0),
    hour(1, 50, 10),
    hour(2, 0, 0, 60),
    hour(3, 30, 30),
    hour(4, 60, 0),
    hour(5, 0, 0, 60),
  ]
  const found = pastBurns(hours, { speed: "fast", factor: 14.4, targetPercent: 99, least: 1 })
  expect(found.map(({ from, to }) => [from.getUTCHours(), to.getUTCHours()])).toEqual([[1, 4]])
  expect(found[0]?.highestRate).toBeCloseTo(50)
  const points = budgetPoints(hours, 90)
  expect(points.map(({ burnRate: rate }) => rate && Math.round(rate * 10) / 10)).toEqual([
    0,
    1.7,
    null,
    5,
    0,
    null,
  ])
  expect(points.at(0)?.remainingShare).toBe(1)
  expect(points.at(-1)?.remainingShare).toBeCloseTo(1 - 40 / 24)
})

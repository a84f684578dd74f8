import { expect, test } from "vitest"
import type { ActorKind, UpdateKind } from "../../prisma/generated/enums.ts"
import { foldTimeline } from "../../src/graphql/incidents/incident/rules/fold-timeline.ts"

const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 19, minute))

/** A line: minute, kind, actor; and for a stored summary its outages and end. */
type Line = [number, UpdateKind, ActorKind?, { outages: number; until: number }?]

/** Folds lines that are given oldest first, and shows them in the same order. */
function fold(lines: Line[], resolvedAt: Date | null = null) {
  const updates = lines.map(([minute, kind, actorKind = "system", flap], place) => ({
    id: `${place}`,
    kind,
    actorKind,
    at: at(minute),
    outages: flap?.outages ?? null,
    until: flap === undefined ? null : at(flap.until),
  }))
  return foldTimeline(updates.toReversed(), { startedAt: at(12), resolvedAt })
    .toReversed()
    .map(({ id, kind, at, flap }) => {
      const span = flap && `${flap.outages}x ${clock(flap.from)}-${clock(flap.until)}`
      return [id, kind, clock(at), ...(span === null ? [] : [span])].join(" ")
    })
}

const clock = (time: Date) => time.toISOString().slice(11, 16)

test("seven outages in nine minutes are one entry", () => {
  const flaps = Array.from({ length: 6 }, (_, place): Line[] => [
    [14 + place, "resolved"],
    [14 + place, "reopened"],
  ]).flat()
  expect(fold([[13, "declared"], ...flaps, [22, "resolved"]], at(22))).toEqual([
    "0 declared 19:13",
    "2 resolved 19:14 7x 19:12-19:22",
  ])
})

test("a stored summary and the recovery before it are one entry; the all-clear stays", () => {
  const lines: Line[] = [
    [13, "declared"],
    [14, "resolved"],
    [15, "reopened", "system", { outages: 7, until: 22 }],
  ]
  expect(fold(lines)).toEqual(["0 declared 19:13", "2 reopened 19:14 7x 19:12-19:22"])
  expect(fold(lines, at(22)).at(-1)).toBe("2 resolved 19:14 7x 19:12-19:22")
  const cleared: Line = [32, "resolved", "system", { outages: 7, until: 22 }]
  expect(fold([...lines, cleared], at(22))).toEqual([
    "0 declared 19:13",
    "2 reopened 19:14 7x 19:12-19:22",
    "3 resolved 19:32",
  ])
})

test("a single recovery stays as it is, and notes keep their place", () => {
  expect(
    fold([
      [13, "declared"],
      [14, "resolved"],
    ]),
  ).toEqual(["0 declared 19:13", "1 resolved 19:14"])
  expect(
    fold([
      [13, "declared"],
      [14, "resolved"],
      [15, "note", "user"],
      [16, "reopened"],
      [17, "acknowledged", "user"],
      [18, "resolved"],
    ]),
  ).toEqual([
    "0 declared 19:13",
    "3 resolved 19:14 2x 19:12-19:18",
    "2 note 19:15",
    "4 acknowledged 19:17",
  ])
})

test("a state that a person sets ends a flap", () => {
  expect(
    fold([
      [13, "declared"],
      [14, "resolved"],
      [15, "reopened"],
      [16, "resolved", "user"],
      [17, "reopened", "user"],
      [18, "resolved"],
      [19, "reopened"],
    ]),
  ).toEqual([
    "0 declared 19:13",
    "2 reopened 19:14 2x 19:12-19:15",
    "3 resolved 19:16",
    "4 reopened 19:17",
    "6 reopened 19:18 2x 19:17-19:19",
  ])
})

import { expect, test } from "vitest"
import { writeLabels, writeMetric, type Sample } from "../../src/pages/exposition.ts"

const write = (samples: readonly Sample[]) =>
  [
    ...writeMetric({ name: "door_open", help: "1 while it is open." }, samples, (one) => [one]),
  ].join("")

test("a gauge has its help, its type and a line per sample", () => {
  const samples = [
    ['id="1"', true],
    ['id="2"', 0.25],
    ['id="3"', -1e-7],
  ] as const
  expect(write(samples)).toBe(
    [
      "# HELP door_open 1 while it is open.",
      "# TYPE door_open gauge",
      'door_open{id="1"} 1',
      'door_open{id="2"} 0.25',
      'door_open{id="3"} -1e-7',
      "",
    ].join("\n"),
  )
  expect(write([])).toBe("")
})

test("a long gauge is sent in pieces with one head, without loss", () => {
  const things = Array.from({ length: 5000 }, (_, at) => at)
  const door = { name: "door", help: "Its number." }
  const pieces = [...writeMetric(door, things, (at) => [[`id="${at}"`, at]])]
  expect(pieces.length).toBeGreaterThan(1)
  const lines = pieces.join("").split("\n")
  expect(lines.filter((line) => line.startsWith("#"))).toHaveLength(2)
  expect(lines.slice(2, -1)).toEqual(things.map((at) => `door{id="${at}"} ${at}`))
})

test("a label's value cannot end the value or the line", () => {
  expect(writeLabels({ name: 'a "b" \\n\nc', type: "http" })).toBe(
    String.raw`name="a \"b\" \\n\nc",type="http"`,
  )
})

import { expect, test } from "vitest"
import { writeGauge, writeLabels } from "../../src/pages/exposition.ts"

test("a gauge has its help, its type and a line for each sample", () => {
  const samples = [
    ['id="1"', true],
    ['id="2"', 0.25],
    ['id="3"', -1e-7],
  ] as const
  expect(writeGauge("door_open", "1 while it is open.", samples)).toBe(
    [
      "# HELP door_open 1 while it is open.",
      "# TYPE door_open gauge",
      'door_open{id="1"} 1',
      'door_open{id="2"} 0.25',
      'door_open{id="3"} -1e-7',
      "",
    ].join("\n"),
  )
  expect(writeGauge("door_open", "1 while it is open.", [])).toBe("")
})

test("a label's value ends neither itself nor its line", () => {
  expect(writeLabels({ name: 'a "b" \\n\nc', type: "http" })).toBe(
    String.raw`name="a \"b\" \\n\nc",type="http"`,
  )
})

import { expect, test } from "vitest"
import { readSource } from "../../src/convert/source.ts"

/** Parsing of texts to values or rows. */

const values = (text: string) => {
  const source = readSource(text)
  return source.kind === "values" ? source.values : source.rows
}

test("one JSON value is the root; several values are counted", () => {
  expect(values('\uFEFF {"a": 1}')).toEqual([{ value: { a: 1 }, pointer: "#" }])
  const both = [
    { value: { a: "}{" }, pointer: "#/0" },
    { value: ["\\", '"]'], pointer: "#/1" },
  ]
  expect(values('{"a": "}{"}\n["\\\\", "\\"]"]\n')).toEqual(both)
  expect(values('{"a": "}{"}["\\\\", "\\"]"]')).toEqual(both)
})

test("YAML may start like JSON and may contain several documents", () => {
  expect(values("{a: 1, # one\n b: [2,],}")).toEqual([{ value: { a: 1, b: [2] }, pointer: "#" }])
  expect(values("a: 1\n---\n---\nb: &x {c: 2}\nd: {<<: *x, e: 3}")).toEqual([
    { value: { a: 1 }, pointer: "#/0" },
    { value: { b: { c: 2 }, d: { c: 2, e: 3 } }, pointer: "#/1" },
  ])
})

const row = (line: number, a: string, b: string, c: string) => ({
  line,
  cells: { "a a": a, b, c },
  fault: null,
})

test("a table is read with commas, semicolons or tabs, and quoted cells may contain anything", () => {
  const expected = [row(2, "1", 'x"y', "3"), row(3, "4", "5\n6", ""), row(6, "7", "8", "9")]
  const text = 'A a;B;"C"\n1;"x""y";3\n4;"5\n6";\n\n7;8;9\n'
  expect(values(text)).toEqual(expected)
  expect(values(text.replaceAll(";", ","))).toEqual(expected)
  expect(values(text.replaceAll(";", "\t"))).toEqual(expected)
  expect(values(`\n${text}`.replaceAll("\n", "\r\n"))).toEqual([
    row(3, "1", 'x"y', "3"),
    row(4, "4", "5\n6", ""),
    row(7, "7", "8", "9"),
  ])
})

test("a row with unbalanced quotes is refused with its line and does not affect others", () => {
  const broken = ['2,"x,3', '2,x"y,3', '2,"x"y,3', '2,"x']
  for (const one of broken) {
    expect(values(`a,b,c\n1,1,1\n${one}\n4,4,4\n`)).toEqual([
      { line: 2, cells: { a: "1", b: "1", c: "1" }, fault: null },
      { line: 3, cells: null, fault: "its quotation marks are not balanced" },
      { line: 4, cells: { a: "4", b: "4", c: "4" }, fault: null },
    ])
  }
})

test("a row with a wrong number of cells is refused, and other rows are kept", () => {
  expect(values("a,b,c\n1,2\n1,2,3,4\n5,6,7")).toEqual([
    { line: 2, cells: null, fault: "it has 2 cells, but the first line has 3 columns" },
    { line: 3, cells: null, fault: "it has 4 cells, but the first line has 3 columns" },
    { line: 4, cells: { a: "5", b: "6", c: "7" }, fault: null },
  ])
})

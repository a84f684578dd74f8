import { stripVTControlCharacters, styleText } from "node:util"
import { expect, test } from "vitest"
import { layTable } from "../../src/cli/print-table.ts"
import { clipTo, widthOf, wrapTo } from "../../src/cli/text-width.ts"

test("counts the columns that a terminal uses for a character", () => {
  const widths = [
    "abc",
    "日本語",
    "ﾊｽ",
    "한글",
    "e\u0301é",
    "👩‍👩‍👧",
    "✔️",
    "☕",
    "🇩🇪",
    "Ａ１",
    "→…",
    "\u200bx",
  ]
  expect(widths.map((text) => [text, widthOf(text)])).toEqual([
    ["abc", 3],
    ["日本語", 6],
    ["ﾊｽ", 2],
    ["한글", 4],
    ["e\u0301é", 2],
    ["👩‍👩‍👧", 2],
    ["✔️", 2],
    ["☕", 2],
    ["🇩🇪", 2],
    ["Ａ１", 4],
    ["→…", 2],
    ["\u200bx", 1],
  ])
  const red = styleText("red", "offline", { validateStream: false })
  expect([widthOf(red), stripVTControlCharacters(clipTo(red, 4))]).toEqual([7, "off…"])
  expect(clipTo(red, 4).endsWith("\u001b[39m")).toBe(true)
})

test("never cuts within a character", () => {
  expect(clipTo("ab👩‍👩‍👧c", 4)).toBe("ab…")
  expect(clipTo("日本語", 5)).toBe("日本…")
  expect(wrapTo("one 日本語日本語 two", 6)).toEqual(["one", "日本…", "two"])
})

const head = ["outcome", "name", "type", "reason"]
const rows = [
  ["create", "日本語の名前", "http", ""],
  [
    "invalid",
    "A name that goes on for longer than anybody wants to read",
    "tcp",
    "port is required",
  ],
  ["create", "Gate", "ping", "without labels that do not exist: one, two"],
]

test("columns are as wide as their widest cell if the output is not a terminal", () => {
  expect(layTable(head, rows, Number.POSITIVE_INFINITY)).toEqual([
    "outcome  name                                                       type  reason",
    "create   日本語の名前                                               http",
    "invalid  A name that goes on for longer than anybody wants to read  tcp   port is required",
    "create   Gate                                                       ping  without labels that do not exist: one, two",
  ])
})

test("on a narrow terminal the widest columns shrink, and the last one wraps", () => {
  expect(layTable(head, rows, 60)).toEqual([
    "outcome  name                   type  reason",
    "create   日本語の名前           http",
    "invalid  A name that goes on …  tcp   port is required",
    "create   Gate                   ping  without labels that",
    "                                      do not exist: one,",
    "                                      two",
  ])
  const id = "01a2004e-3106-774c-8201-ceb02423847e"
  const narrow = layTable(["id", "name"], [[id, "A name of some length"]], 40)
  expect(narrow).toEqual([
    `id${" ".repeat(36)}name`,
    `${id}  A name of`,
    `${" ".repeat(38)}some length`,
  ])
})

import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { database } from "./broken/database.ts"
import { machine } from "./broken/machine.ts"
import { services } from "./broken/services.ts"
import { openStage, type Seen, type Stage, type Thing } from "./broken/stage.ts"
import { work } from "./broken/work.ts"

/**
 * Breaks one thing after the other, and reads what doctor, health, log and dashboard say of it: what docs/operations.md
 * promises, in its table.
 */

const things: Record<string, Thing> = { ...database, ...machine, ...services, ...work }
const held: { stage?: Stage } = {}

beforeAll(async () => {
  held.stage = await openStage()
})
afterAll(() => held.stage?.close())

type Row = { doctor: string; health: string; log: string; page: string }

const operations = await readFile(join(import.meta.dirname, "../../docs/operations.md"), "utf8")
const [, table = ""] = /\n\| what breaks [^\n]*\n\|[ -|]*\n((?:\|[^\n]*\n)+)/.exec(operations) ?? []
const rows = new Map(
  table
    .trim()
    .split("\n")
    .map((line): [string, Row] => {
      const [, name = "", doctor = "", health = "", log = "", page = ""] = line
        .split("|")
        .map((cell) => cell.trim())
      return [name, { doctor, health, log, page }]
    }),
)

test("the table in docs/operations.md names what is broken here: more than forty things", () => {
  expect(new Set(rows.keys())).toEqual(new Set(Object.keys(things)))
  expect(rows.size).toBeGreaterThan(40)
})

/** What the place that a cell of the table names says; null where it says nothing. */
const said: { [K in keyof Row]: (seen: Seen, cell: string) => string | null } = {
  doctor({ doctor }, cell) {
    const found = doctor.filter(({ name, status }) => cell === `\`${name}\`` && status !== "ok")
    return found.length === 0
      ? null
      : found.map(({ detail, advice }) => `${detail} ${advice}`).join(" ")
  },
  health: ({ health }, cell) => health[cell.replaceAll("`", "")]?.detail ?? null,
  log: ({ log }, cell) => (cell === "yes" ? log : null),
  page: ({ parts }, cell) => parts.find(({ name }) => name === cell)?.detail ?? null,
}

const none = "–"

for (const [name, { break: breakIt, says, doctor = says }] of Object.entries(things)) {
  test(`each place names the cause: ${name}`, async () => {
    const { stage } = held
    const row = rows.get(name)
    if (stage === undefined || row === undefined) throw new Error("there is no such row")
    const broken = await breakIt(stage)
    try {
      const seen = await stage.look(broken)
      for (const place of ["doctor", "health", "log", "page"] as const) {
        if (row[place] === none) continue
        const expected = place === "doctor" ? doctor : says
        expect(
          said[place](seen, row[place]) ?? JSON.stringify(seen, null, 1),
          `${place}: ${row[place]}`,
        ).toMatch(expected)
      }
    } finally {
      await broken.mend?.()
    }
  })
}

test("and nothing of it is left once all of it is mended", async () => {
  const seen = await held.stage?.look()
  expect(seen?.doctor.filter(({ status }) => status === "error")).toEqual([])
  expect(Object.values(seen?.health ?? {}).flatMap(({ detail }) => detail ?? [])).toEqual([])
  expect(seen?.parts.flatMap(({ detail }) => detail ?? [])).toEqual([])
})

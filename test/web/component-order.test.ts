import { expect, test } from "vitest"
import { moveOf, type Row } from "../../src/web/status-page/component-order.ts"

const group = (id: string): Row => ({ kind: "group", id, name: id, isCollapsed: false })
const rest: Row = { kind: "rest", id: "rest", name: "Without a group" }
const shown = (id: string) => ({ kind: "component", id, isGrouped: true }) as unknown as Row

const rows = [group("web"), shown("shop"), group("core"), shown("mail"), rest, shown("dns")]
const orderOf = (ids: string) => ids.split(" ")

test("a component that changes places with a heading goes to the other group", () => {
  expect(moveOf(rows, orderOf("web shop mail core rest dns"), "mail")).toMatchObject({
    kind: "component",
    id: "mail",
    groupId: "web",
    position: 2,
  })
  expect(moveOf(rows, orderOf("web core shop mail rest dns"), "shop")).toMatchObject({
    kind: "component",
    id: "shop",
    groupId: "core",
    position: 1,
  })
  expect(moveOf(rows, orderOf("web shop core mail dns rest"), "dns")).toMatchObject({
    kind: "component",
    id: "dns",
    groupId: "core",
    position: 2,
  })
  expect(moveOf(rows, orderOf("web shop core rest mail dns"), "mail")).toMatchObject({
    kind: "component",
    id: "mail",
    groupId: null,
    position: 1,
  })
})

test("a group takes its components along, and nothing goes above all groups", () => {
  const moved = moveOf(rows, orderOf("core web shop mail rest dns"), "core")
  expect(moved).toMatchObject({ kind: "group", id: "core", position: 1 })
  expect(moved?.rows.map(({ id }) => id)).toEqual(orderOf("core mail web shop rest dns"))
  const first = moveOf(rows, orderOf("dns web shop core mail rest"), "dns")
  expect(first).toMatchObject({ kind: "component", groupId: "web", position: 1 })
  expect(first?.rows.map(({ id }) => id)).toEqual(orderOf("web dns shop core mail rest"))
})

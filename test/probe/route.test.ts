import { expect, test } from "vitest"
import type { Address } from "../../src/probe/probe.ts"
import { createRoute } from "../../src/probe/route.ts"

const host = "shop.example"
const four: Address = { address: "192.0.2.1", family: 4 }
const near: Address = { address: "192.0.2.2", family: 4 }
const six: Address = { address: "2001:db8::1", family: 6 }
const all = [four, near, six]

const routeOf = (turn: number, { suspect = "", dead = [] as (4 | 6)[] } = {}) =>
  createRoute({
    turn,
    suspect: suspect === "" ? null : suspect,
    wasAlive: (family) => !dead.includes(family),
  })

test("addresses are rotated, and the others follow, the other family first", () => {
  const seen = [0, 1, 2, 3].map((turn) => {
    const route = routeOf(turn)
    return [route.first(host, all), route.others(host, all), route.same(host, all), route.lead]
  })
  expect(seen).toEqual([
    [[four], [six, near], [four], four.address],
    [[near], [six, four], [near], near.address],
    [[six], [four, near], [six], six.address],
    [[four], [six, near], [four], four.address],
  ])
})

test("a single address is tried again", () => {
  const route = routeOf(7)
  expect([route.first(host, [six]), route.others(host, [six])]).toEqual([[six], [six]])
  expect(route.isElsewhere).toBe(false)
})

test("a family that our own network lacks is skipped while there is the other", () => {
  const route = routeOf(2, { dead: [6] })
  expect([route.first(host, all), route.others(host, all)]).toEqual([[four], [near]])
  const blind = routeOf(1, { dead: [4, 6] })
  expect([blind.first(host, all), blind.others(host, all)]).toEqual([[near], [six, four]])
  expect(routeOf(0, { dead: [6] }).first(host, [six])).toEqual([six])
})

test("a suspect address is tried last, and alone on request", () => {
  const route = routeOf(0, { suspect: four.address })
  expect(route.first(host, all)).toEqual([near])
  expect(route.others(host, all)).toEqual([six, four])
  expect([route.suspect(host, all), route.hasSuspect]).toEqual([[four], true])

  const last = routeOf(0, { suspect: six.address })
  expect([last.first(host, [four, six]), last.others(host, [four, six])]).toEqual([
    [four],
    [four, six],
  ])
  expect(last.isElsewhere).toBe(false)
  expect(last.suspect(host, [four])).toEqual([four])
  expect(last.hasSuspect).toBe(false)
})

test("a second attempt at an unresolved name uses all its addresses", () => {
  const route = routeOf(0)
  expect(route.others(host, all)).toEqual(all)
  expect([route.isElsewhere, route.lead]).toEqual([false, null])
})

test("addresses of localhost are raced, and the one reached is known", () => {
  const route = routeOf(1)
  expect(route.first("shop.localhost", all)).toEqual(all)
  route.note(near.address)
  expect(route.same("shop.localhost", all)).toEqual([near])
  expect(route.others("shop.localhost", all)).toEqual([six, four])
})

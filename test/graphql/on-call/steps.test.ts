import fc from "fast-check"
import { expect, test } from "vitest"
import { currentOf } from "../../../src/graphql/on-call/schedule/rules/current-on-call.ts"
import type {
  Duty,
  Policy,
  Rule,
  Target,
} from "../../../src/graphql/on-call/schedule/rules/policy-limits.ts"
import { warningsOf } from "../../../src/graphql/on-call/schedule/rules/readiness.ts"
import { reachesSomebody, stepsOf } from "../../../src/graphql/on-call/policy/rules/policy-steps.ts"
import { onCallAt } from "../../../src/graphql/on-call/schedule/rules/shifts.ts"
import { anyRotation, makeLayer, makeRotation, moment, utc } from "./rotations.ts"

const user = (userId: string | null): Target => ({ kind: "user", userId })
const team = (teamId: string | null): Target => ({ kind: "team", teamId })
const primary: Target = { kind: "rotation", rotationId: "rotation" }

const rule = (order: number, delayMinutes: number, ...targets: Target[]): Rule => ({
  id: `rule ${order}`,
  order,
  delayMinutes,
  targets,
})

const policyOf = (rules: Rule[], members: Partial<Policy> = {}): Policy => ({
  id: "policy",
  name: "Standard",
  repeatCount: 0,
  repeatDelayMinutes: 5,
  rules,
  ...members,
})

const dutyOf = (rotation = makeRotation({ timeZone: "UTC" })): Duty => ({
  rotations: new Map([[rotation.id, rotation]]),
  teams: new Map([
    ["core", ["bo", "cy", "gone"]],
    ["empty", ["gone"]],
  ]),
  members: rotation.members,
  admins: ["ada"],
  contacts: new Map(),
  channels: new Map([["room", { kind: "slack_bot", isUsable: true }]]),
})

const alertAt = utc("2026-01-05T08:58")

const tell = (policy: Policy, at: Date, duty: Duty) =>
  stepsOf(policy, "high", at, duty).map(
    ({ round, ruleOrder, dueAt, userIds }) =>
      `${dueAt.toISOString().slice(11, 16)} ${round}.${ruleOrder} ${userIds.join("+") || "nobody"}`,
  )

/** A contact with this many verified channels and no contact rules. */
const contactOf = (count: number) => ({
  channels: [...Array(count).keys()].map((at) => ({
    channelId: `${at}`,
    kind: "email" as const,
    name: "",
  })),
  rules: null,
})

test("each rule waits for those before it, and rotations are resolved at the time of the step", () => {
  const policy = policyOf([
    rule(1, 0, primary),
    rule(2, 5, primary, team("core")),
    rule(3, 10, user("ada"), user("ada"), team("core")),
  ])
  expect(tell(policy, alertAt, dutyOf())).toEqual([
    "08:58 1.1 ada",
    "09:03 1.2 bo+cy",
    "09:13 1.3 ada+bo+cy",
  ])
})

test("repeats begin after their own delay, and the first rule's delay applies again", () => {
  const policy = policyOf([rule(1, 2, user("ada")), rule(2, 10, user("bo"))], {
    repeatCount: 2,
    repeatDelayMinutes: 30,
  })
  expect(tell(policy, utc("2026-01-05T09:00"), dutyOf())).toEqual([
    "09:02 1.1 ada",
    "09:12 1.2 bo",
    "09:44 2.1 ada",
    "09:54 2.2 bo",
    "10:26 3.1 ada",
    "10:36 3.2 bo",
  ])
})

test("the next rule does not wait after a step that reaches nobody", () => {
  const policy = policyOf([
    rule(1, 3, user("gone")),
    rule(2, 15, team("empty"), user(null), team(null)),
    rule(3, 15, user("ada")),
    rule(4, 15, user("bo")),
  ])
  expect(tell(policy, utc("2026-01-05T09:00"), dutyOf())).toEqual([
    "09:03 1.1 nobody",
    "09:03 1.2 nobody",
    "09:03 1.3 ada",
    "09:18 1.4 bo",
  ])
})

test("each target states why it reaches nobody", () => {
  const gap = makeRotation({ layers: [] })
  const lost: Target = { kind: "rotation", rotationId: null }
  const targets = [user("gone"), user(null), team("empty"), team("unknown"), primary, lost]
  const [step] = stepsOf(policyOf([rule(1, 0, ...targets)]), "high", alertAt, dutyOf(gap))
  expect(step?.targets.map(({ reason }) => reason)).toEqual([
    "left",
    "deleted",
    "empty_team",
    "deleted",
    "uncovered",
    "deleted",
  ])
  expect(tell(policyOf([]), alertAt, dutyOf())).toEqual(["08:58 1.0 ada"])
})

test("for any policy, steps are in order, once per rule and round, and page only members", () => {
  const target = fc.constantFrom(primary, user("ada"), user("gone"), user(null), team("core"))
  const rules = fc
    .array(fc.tuple(fc.nat(60), fc.array(target, { minLength: 1, maxLength: 4 })), { maxLength: 5 })
    .map((all) => all.map(([delay, targets], at) => rule(at + 1, delay, ...targets)))
  fc.assert(
    fc.property(anyRotation, rules, fc.nat(3), moment, (rotation, rules, repeatCount, at) => {
      const duty = dutyOf(rotation)
      const steps = stepsOf(policyOf(rules, { repeatCount }), "high", at, duty)
      const expected = Array.from({ length: repeatCount + 1 }, (_, round) =>
        rules.map(({ order }) => [round + 1, order]),
      )
      const [reached, rest] = [
        steps.some(reachesSomebody),
        steps.filter((one) => one.ruleOrder > 0),
      ]
      expect(rest.map(({ round, ruleOrder }) => [round, ruleOrder])).toEqual(expected.flat())
      expect(reached).toBe(true)
      const due = steps.map(({ dueAt }) => dueAt.getTime())
      expect(due).toEqual(due.toSorted((a, b) => a - b))
      const paged = steps.flatMap(({ userIds }) => userIds)
      expect(paged.filter((one) => !duty.members.has(one))).toEqual([])
      const shifts = steps.flatMap(({ dueAt, targets }) =>
        targets.flatMap(({ shift }) => (shift === null ? [] : [{ dueAt, shift }])),
      )
      expect(shifts.map(({ shift }) => shift)).toEqual(
        shifts.map(({ dueAt }) => onCallAt(rotation, dueAt)),
      )
    }),
    { numRuns: 100 },
  )
})

test("who is on call now lists a person once per rule, for as long as any target includes them", () => {
  const policy = policyOf([rule(1, 0, primary), rule(2, 5, primary, user("ada"), team("core"))])
  const shift = { since: utc("2026-01-04T09:00"), until: utc("2026-01-05T09:00") }
  const always = { since: null, until: null }
  expect(
    currentOf([policy], alertAt, dutyOf()).map(({ ruleOrder, userId, since, until }) => ({
      on: `${ruleOrder} ${userId}`,
      since,
      until,
    })),
  ).toEqual([
    { on: "1 ada", ...shift },
    { on: "2 ada", ...always },
    { on: "2 bo", ...always },
    { on: "2 cy", ...always },
  ])
})

test("readiness reports gaps of used rotations, rules without recipients, lost targets, and policies that page nobody", () => {
  const restrictions = [{ kind: "daily" as const, startMinute: 0, endMinute: 23 * 60 }]
  const rotation = makeRotation({ timeZone: "UTC", layers: [makeLayer({ restrictions })] })
  const from = utc("2026-02-02T00:00")
  const until = utc("2026-02-03T00:00")
  const night = { from: utc("2026-02-02T23:00"), until }
  const of = (rules: Rule[]) => warningsOf([policyOf(rules)], 0, from, until, dutyOf(rotation))
  expect(of([rule(1, 0, primary)])).toEqual([
    { kind: "rule_reaches_nobody", policyId: "policy", ruleOrder: 1, ...night },
    { kind: "rotation_gap", rotationId: "rotation", reason: "uncovered", ...night },
  ])
  expect(of([rule(1, 0, primary, user("ada"))])).toMatchObject([{ kind: "rotation_gap" }])
  const above = makeLayer({ id: "above" })
  const covered = dutyOf(makeRotation({ timeZone: "UTC", layers: [makeLayer({}), above] }))
  expect(warningsOf([policyOf([rule(1, 0, primary)])], 0, from, until, covered)).toEqual([
    { kind: "layer_never_on_call", rotationId: "rotation", order: 1, reason: "covered" },
  ])
  expect(of([rule(1, 0, user("ada"), user("gone"), team(null))])).toEqual([
    { kind: "lost_target", policyId: "policy", ruleOrder: 1, reason: "left" },
    { kind: "lost_target", policyId: "policy", ruleOrder: 1, reason: "deleted" },
  ])
  const contacts = new Map([
    ["ada", contactOf(0)],
    ["bo", contactOf(1)],
    ["cy", contactOf(2)],
    ["dee", contactOf(0)],
  ])
  const everybody = [rule(1, 0, user("ada"), team("core")), rule(2, 5, user("bo"))]
  const reachable = { ...dutyOf(rotation), contacts }
  expect(warningsOf([policyOf(everybody)], 0, from, until, reachable)).toEqual([
    { kind: "unverified_contact", userId: "ada" },
    { kind: "single_contact", userId: "bo" },
  ])
  expect(warningsOf([policyOf([])], 3, from, until, dutyOf(rotation))).toEqual([
    { kind: "monitors_without_policy", monitors: 3 },
    { kind: "policy_without_rules", policyId: "policy" },
  ])
})

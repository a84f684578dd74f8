import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { asWritten } from "../../src/findings/finding.ts"
import type { MonitorStatus } from "../../prisma/generated/enums.ts"
import {
  forgetRuns,
  machine as machineSchema,
  newMachine,
  type Machine,
} from "../../src/graphql/monitoring/check/rules/check-state.ts"
import type { Policy } from "../../src/graphql/monitoring/check/rules/write-verdict.ts"
import { transition } from "../../src/graphql/monitoring/check/rules/transition.ts"

const policy: Policy = {
  failureThreshold: 2,
  recoveryThreshold: 1,
  flapWindowMinutes: 10,
  silence: null,
}
const start = Date.UTC(2026, 10, 21, 9)
const at = (minute: number) => new Date(start + minute * 60_000)

const statuses: Record<string, MonitorStatus> = {
  ".": "operational",
  d: "degraded",
  X: "offline",
  "?": "unknown",
}
const check = (letter: string, minute: number) => ({
  status: statuses[letter] ?? "unknown",
  startedAt: at(minute),
  findings: [],
  failureClass: null,
  address: null,
  attempts: 1,
  firstAttempt: null,
  egress: null,
})

/** Walks the machine through one check a minute; a letter is a result: . good, d degraded, X offline, ? unknown. */
function walk(
  results: string,
  policyAt: (minute: number) => Partial<Policy> = () => ({}),
  from = newMachine(),
) {
  let machine = from
  const log: string[] = []
  for (const [minute, letter] of results.split("").entries()) {
    const moved = transition(machine, check(letter, minute), { ...policy, ...policyAt(minute) })
    machine = withIds(moved.machine, moved.actions)
    if (moved.change !== null) {
      const { from, to, at: since } = moved.change
      log.push(`${minute}: ${from} → ${to} since ${(since.getTime() - start) / 60_000}`)
    }
    for (const action of moved.actions) {
      log.push(`${minute}: ${action.kind}${"level" in action ? ` ${action.level}` : ""}`)
    }
    if (moved.decision === "silenced") log.push(`${minute}: silenced`)
  }
  return { log, machine }
}

/** Assigns ids, as the database does when an outage is declared. */
function withIds(machine: Machine, actions: { kind: string }[]): Machine {
  const isNamed = actions.some(({ kind }) => kind === "declare" || kind === "worsen")
  if (!isNamed || machine.outage === null) return machine
  return { ...machine, outage: { ...machine.outage, incidentId: "incident", alertId: "alert" } }
}

const patient = () => ({ recoveryThreshold: 3 })

describe("an outage", () => {
  test("is declared at the threshold, starts at its first failure and ends with the first good check", () => {
    expect(walk("..XX.").log).toEqual([
      "0: unknown → operational since 0",
      "3: operational → offline since 2",
      "3: declare offline",
      "4: offline → operational since 4",
      "4: resolve",
    ])
  })

  test("needs as many consecutive failures as the threshold", () => {
    expect(walk(".X.X.X.").log).toEqual(["0: unknown → operational since 0"])
  })

  test("of a monitor that never worked is declared like any other", () => {
    expect(walk("XX").log).toEqual(["1: unknown → offline since 0", "1: declare offline"])
  })

  test("ends only after the recovery threshold, dated by the first good check of the run", () => {
    expect(walk("XX.X...", () => ({ recoveryThreshold: 3 })).log).toEqual([
      "1: unknown → offline since 0",
      "1: declare offline",
      "6: offline → operational since 4",
      "6: resolve",
    ])
  })

  test("that recurs within ten minutes of its recovery is the same one, flapping", () => {
    expect(walk("XX...XX.").log.slice(4)).toEqual([
      "6: operational → offline since 5",
      "6: reopen",
      "7: offline → operational since 7",
      "7: resolve",
    ])
  })

  test("that was open during a pause ends or goes on once enough checks say so", () => {
    const degraded = forgetRuns(walk("dd").machine)
    expect(walk("dd", patient, degraded).log).toEqual(["1: unknown → degraded since 0"])
    expect(walk("...", patient, degraded).log).toEqual([
      "2: unknown → operational since 0",
      "2: resolve",
    ])
    const offline = forgetRuns(walk("XX").machine)
    expect(walk("X", patient, offline).log).toEqual(["0: unknown → offline since 0"])
    expect(walk("...", patient, offline).log.slice(-1)).toEqual(["2: resolve"])
  })

  test("that raised an alert without an incident ends like any other", () => {
    const { machine } = walk("XX")
    if (machine.outage === null) throw new Error("an outage is open")
    const alone = { ...machine, outage: { ...machine.outage, incidentId: null } }
    expect(walk(".", patient, alone).log).toEqual([])
    expect(walk("...", patient, alone).log.at(-1)).toBe("2: resolve")
  })

  test("that recurs ten minutes after its recovery is the same one still", () => {
    expect(walk(`XX.${".".repeat(9)}XX`).log.at(-1)).toBe("13: reopen")
  })

  test("that recurs later than ten minutes is a new one", () => {
    expect(walk(`XX.${".".repeat(10)}XX`).log.slice(4)).toEqual([
      "14: operational → offline since 13",
      "14: declare offline",
    ])
  })
})

describe("degraded", () => {
  test("is a less severe outage, and can worsen into an offline one", () => {
    expect(walk(".ddXX.").log).toEqual([
      "0: unknown → operational since 0",
      "2: operational → degraded since 1",
      "2: declare degraded",
      "4: degraded → offline since 3",
      "4: worsen",
      "5: offline → operational since 5",
      "5: resolve",
    ])
  })

  test("after offline ends the outage and starts a degraded one", () => {
    expect(walk("XXdd.").log).toEqual([
      "1: unknown → offline since 0",
      "1: declare offline",
      "2: offline → degraded since 2",
      "2: resolve",
      "2: declare degraded",
      "4: degraded → operational since 4",
      "4: resolve",
    ])
  })
})

describe("offline, degraded and offline again within ten minutes", () => {
  test("is one outage, flapping", () => {
    expect(walk("XXddXX.").log.slice(2)).toEqual([
      "2: offline → degraded since 2",
      "2: resolve",
      "2: declare degraded",
      "5: degraded → offline since 4",
      "5: resolve",
      "5: reopen",
      "6: offline → operational since 6",
      "6: resolve",
    ])
  })

  test("is the same even if the degraded outage had ended, or was flapping itself", () => {
    for (const results of ["XXd.XX", "XXd..XX", "XXd.ddXX", "XXd.dd.XX"]) {
      expect(walk(results).log.at(-1)).toBe(`${results.length - 1}: reopen`)
    }
  })

  test("is a new one if it recurs later", () => {
    expect(walk(`XX${"d".repeat(11)}XX`).log.at(-1)).toBe("14: worsen")
    expect(walk(`XXd${".".repeat(10)}XX`).log.at(-1)).toBe("14: declare offline")
  })
})

const slow = () => ({ recoveryThreshold: 2 })

describe("unknown", () => {
  test("is shown but neither counts as a failure nor ends an outage", () => {
    expect(walk(".X?X?.").log).toEqual([
      "0: unknown → operational since 0",
      "2: operational → unknown since 2",
      "3: unknown → offline since 1",
      "3: declare offline",
      "4: offline → unknown since 4",
      "5: unknown → operational since 5",
      "5: resolve",
    ])
  })

  test("lasts until a check agrees with the status before, or another one is confirmed", () => {
    expect(walk(".?X.").log).toEqual([
      "0: unknown → operational since 0",
      "1: operational → unknown since 1",
      "3: unknown → operational since 3",
    ])
    expect(walk(".?XX").log.slice(1)).toEqual([
      "1: operational → unknown since 1",
      "3: unknown → offline since 2",
      "3: declare offline",
    ])
    expect(walk("XX?..", slow).log.slice(2)).toEqual([
      "2: offline → unknown since 2",
      "4: unknown → operational since 3",
      "4: resolve",
    ])
    expect(walk("XX?.X", slow).log.slice(2)).toEqual([
      "2: offline → unknown since 2",
      "4: unknown → offline since 4",
    ])
  })

  test("leaves the status unchanged if the next conclusive check agrees with it", () => {
    expect(walk("..?.").log).toEqual([
      "0: unknown → operational since 0",
      "2: operational → unknown since 2",
      "3: unknown → operational since 3",
    ])
  })
})

test("a monitor without an outage is good after one check, and further ones decide and change nothing", () => {
  const first = transition(newMachine(), check(".", 0), { ...policy, recoveryThreshold: 3 })
  expect(first).toMatchObject({ status: "operational", decision: "status_only" })
  expect(first.steps).not.toEqual([])
  const next = transition(first.machine, check(".", 1), policy)
  expect(next).toMatchObject({ change: null, decision: null, steps: [] })
  expect(next.machine).toBe(first.machine)
  const failing = transition(first.machine, check("X", 1), policy)
  expect(failing).toMatchObject({ change: null, decision: null, steps: [] })
})

test("an internal error never becomes an outage, whatever status it reports", () => {
  const seen = {
    status: "offline" as const,
    startedAt: at(0),
    findings: [asWritten("Our disk is full.")],
    failureClass: "internal" as const,
    address: null,
    attempts: 1,
    firstAttempt: null,
    egress: null,
  }
  const moved = transition(newMachine(), seen, { ...policy, failureThreshold: 1 })
  expect(moved).toMatchObject({ status: "unknown", actions: [], change: null })
})

const muted = (from: number, until: number) => (now: number) => ({
  silence: from <= now && now < until ? ("muted" as const) : null,
})
const mutedUntil = (minute: number) => muted(0, minute)

describe("silence", () => {
  test("keeps the status correct and declares nothing; an outage that lasts is declared at the next check", () => {
    expect(walk(".XXXX.", mutedUntil(4)).log).toEqual([
      "0: unknown → operational since 0",
      "2: operational → offline since 1",
      "2: silenced",
      "4: declare offline",
      "5: offline → operational since 5",
      "5: resolve",
    ])
  })

  test("that ends during a recovery declares nothing", () => {
    expect(
      walk("XX...", (minute) => ({ ...mutedUntil(2)(minute), recoveryThreshold: 3 })).log,
    ).toEqual(["1: unknown → offline since 0", "1: silenced", "4: offline → operational since 2"])
  })

  test("that outlasts a flap makes a later outage a new one, a shorter silence does not", () => {
    const results = `XX.${"X".repeat(20)}`
    expect(walk(results, muted(3, 20)).log.slice(4)).toEqual([
      "4: operational → offline since 3",
      "4: silenced",
      "20: declare offline",
    ])
    expect(walk(results, muted(3, 6)).log.at(-1)).toBe("6: reopen")
  })

  test("over a whole outage leaves only the status changes", () => {
    expect(walk("XX.", mutedUntil(9)).log).toEqual([
      "1: unknown → offline since 0",
      "1: silenced",
      "2: offline → operational since 2",
    ])
  })
})

test("the state machine is stored and loaded unchanged", () => {
  const { machine } = walk("..XX.dd?")
  expect(machineSchema.parse(JSON.parse(JSON.stringify(machine)))).toEqual(machine)
})

test("outages open and close alternately and are never declared while silenced", () => {
  const step = fc.record({
    letter: fc.constantFrom(".", "d", "X", "?"),
    silence: fc.constantFrom(null, "muted" as const, "maintenance" as const),
  })
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 60 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 4 }),
      (steps, failureThreshold, recoveryThreshold) => {
        const { log } = walk(steps.map(({ letter }) => letter).join(""), (minute) => ({
          silence: steps[minute]?.silence ?? null,
          failureThreshold,
          recoveryThreshold,
        }))
        expect(brokenRules(log, (minute) => steps[minute]?.silence ?? null)).toEqual([])
      },
    ),
    { numRuns: 5000 },
  )
})

/** Outages open and close alternately; nothing is declared while silenced. */
function brokenRules(log: string[], silenceAt: (minute: number) => string | null): string[] {
  let isOpen = false
  return log.flatMap((line) => {
    const [minute, action = ""] = line.split(": ")
    const opens = action.startsWith("declare") || action === "reopen"
    const isWrong =
      (opens && (isOpen || silenceAt(Number(minute)) !== null)) ||
      ((action === "resolve" || action === "worsen") && !isOpen)
    if (opens) isOpen = true
    if (action === "resolve") isOpen = false
    return isWrong ? [line] : []
  })
}

import { describe, expect, test } from "vitest"
import type {
  ChangeFact,
  CheckFact,
  DeliveryFact,
  PageFact,
  TimelineFacts,
  VerdictFact,
} from "../../src/graphql/monitoring/alert-timeline/rules/timeline-facts.ts"
import { asWritten, type Finding } from "../../src/findings/finding.ts"
import { reasonOf, say } from "../../src/findings/say.ts"
import { stepsOfCheck } from "../../src/graphql/monitoring/check/rules/write-verdict.ts"
import { tellTimeline } from "../../src/graphql/monitoring/alert-timeline/rules/tell-timeline.ts"

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 19, 2, 24 + seconds))
const utc = (moment: Date) => `${moment.toISOString().slice(0, 19).replace("T", " ")} UTC`

type Seen = { findings: Finding[]; address: string | null; again?: boolean; isUp?: boolean | null }
const got500 = [asWritten("Got 500, expected 200–299")]

const failed = (
  seconds: number,
  { findings, address, again = true, isUp = true }: Partial<Seen> = {},
): CheckFact => ({
  startedAt: at(seconds),
  durationMs: 1500,
  steps: stepsOfCheck({
    startedAt: at(seconds),
    status: "offline",
    failureClass: "http_status",
    findings: findings ?? got500,
    address: address === undefined ? "2001:db8::7" : address,
    firstAttempt: again
      ? {
          failureClass: "http_status",
          findings: findings ?? got500,
          address: address === undefined ? "192.0.2.7" : address,
          againAt: at(seconds + 1),
        }
      : null,
    egress:
      isUp === null
        ? null
        : [
            { anchor: "198.51.100.1:443", reachable: isUp, durationMs: 9 },
            { anchor: "198.51.100.2:443", reachable: isUp, durationMs: 11 },
          ],
  }),
})

const verdict = (
  decision: VerdictFact["decision"],
  seconds: number,
  steps: VerdictFact["steps"] = [],
): VerdictFact => ({ id: `${decision}-${seconds}`, decision, at: at(seconds), steps })

const counts = (bad: number, good = 0): VerdictFact["steps"][number] => ({
  step: "threshold",
  outcome: "offline",
  findings: [
    bad > 0
      ? { code: "failures_in_row", parameters: { count: bad, offline: bad, failureThreshold: 2 } }
      : {
          code: "good_checks_in_row",
          parameters: { count: good, recoveryThreshold: 1, isAtLeast: false },
        },
  ],
  counts: {
    good,
    bad,
    offline: bad,
    failureThreshold: 2,
    recoveryThreshold: 1,
    since: at(0).toISOString(),
  },
})

const delivery = (more: Partial<DeliveryFact> = {}): DeliveryFact => ({
  id: "d1",
  kind: "sms",
  state: "delivered",
  createdAt: at(62),
  dueAt: at(62),
  settledAt: at(66),
  confirmedAt: null,
  attemptCount: 1,
  errors: [],
  attempts: [],
  ...more,
})

const page = (more: Partial<PageFact> = {}): PageFact => ({
  id: "p1",
  round: 1,
  ruleOrder: 1,
  name: "Ada",
  isPerson: true,
  findings: [],
  createdAt: at(62),
  digestAt: null,
  hasQuietHours: false,
  isReached: (more.deliveries ?? [delivery()]).some(({ state }) => state === "delivered"),
  deliveries: [delivery()],
  ...more,
})

const change = (action: string, seconds: number, more: Partial<ChangeFact> = {}): ChangeFact => ({
  id: `${action}-${seconds}`,
  at: at(seconds),
  action,
  actorKind: "user",
  actorName: "Bob",
  client: null,
  changes: {},
  ...more,
})

const open: TimelineFacts["alert"] = {
  id: "a1",
  number: 7,
  createdAt: at(62),
  acknowledgedAt: null,
  acknowledgedBy: null,
  resolvedAt: null,
  resolvedBy: null,
  isManual: false,
  declareAgainAt: null,
  isUrgent: true,
}

const active: TimelineFacts["escalation"] = {
  state: "active",
  policyName: "Default",
  dueAt: at(362),
  waitingSince: at(62),
  endedAt: null,
  silencedAt: null,
  unreachableSince: null,
  lead: null,
  mass: null,
}

function tell(
  more: Partial<Omit<TimelineFacts, "alert">> & { alert?: Partial<TimelineFacts["alert"]> } = {},
) {
  const { alert, ...rest } = more
  const { nodes, next } = tellTimeline({
    now: at(70),
    alert: { ...open, ...alert },
    monitorName: "Shop",
    report: null,
    incident: { id: "i1", number: 41, startedAt: at(0) },
    checks: [failed(0), failed(60)],
    verdicts: [verdict("declared", 62, [counts(2)])],
    escalation: active,
    steps: [
      { round: 1, ruleOrder: 1, found: [asWritten("Ada is named by the rule.")], at: at(62) },
    ],
    pages: [page()],
    changes: [],
    notes: [],
    burns: [],
    silence: null,
    nextStep: {
      round: 1,
      ruleOrder: 2,
      targets: [{ name: "Bob", kinds: ["voice"], isDigest: false }],
    },
    ...rest,
  })
  const line = ({ at: moment, outcome, title, findings }: (typeof nodes)[number]) =>
    [
      `${(moment.getTime() - at(0).getTime()) / 1000} ${outcome}: ${say([title])}`,
      ...findings.slice(0, 1).map(() => say(findings)),
    ].join(" | ")
  const due = next.map(({ at: moment, title, findings }) => {
    return { at: moment, title: say([title]), detail: reasonOf(findings) }
  })
  return { nodes, lines: nodes.map(line), next: due }
}

test("an outage that nobody has acknowledged yet", () => {
  const { lines, next, nodes } = tell()
  expect(lines).toEqual([
    "0 failed: Check failed | Got 500, expected 200–299",
    "1 failed: Second check failed too | Tried again over IPv6 instead of IPv4: Got 500, expected 200–299",
    "1.5 done: Our network was up | 2 of 2 egress anchors answered around the deciding attempt.",
    "60 failed: Check failed again | Got 500, expected 200–299",
    "61.5 done: Failure threshold reached: 2 of 2 | 2 consecutive failures, 2 of them offline; the failure threshold is 2.",
    `62 done: Incident #41 declared | Shop is offline, dated back to ${utc(at(0))}.`,
    "62 done: Policy “Default” started",
    "62 done: Step 1: paged Ada | Ada is named by the rule.",
    "66 done: SMS to Ada accepted in 4 s | The provider has not confirmed the delivery.",
  ])
  expect(next).toEqual([{ at: at(362), title: "Step 2 pages Bob by call", detail: null }])
  expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length)
})

const acknowledgedTimeline = (more: Partial<ChangeFact>) =>
  tell({
    now: at(400),
    alert: { acknowledgedAt: at(380), acknowledgedBy: "Bob" },
    escalation: { ...active, state: "ended" },
    steps: [
      { round: 1, ruleOrder: 1, found: [], at: at(62) },
      { round: 1, ruleOrder: 2, found: [], at: at(362) },
    ],
    pages: [
      page(),
      page({
        id: "p2",
        ruleOrder: 2,
        name: "Bob",
        createdAt: at(362),
        deliveries: [
          delivery({
            id: "d2",
            kind: "voice",
            createdAt: at(362),
            dueAt: at(362),
            settledAt: at(364),
          }),
          delivery({ id: "d3", state: "cancelled", dueAt: at(500), settledAt: at(380) }),
        ],
      }),
    ],
    changes: [change("alert.acknowledged", 380, more)],
  })

test("no answer, the next step, and an acknowledgement by key, person or link", () => {
  const { lines, next } = acknowledgedTimeline({})
  expect(lines.slice(9)).toEqual([
    "362 skipped: No answer in 5 min",
    "362 done: Step 2: paged Bob",
    "364 done: Call to Bob placed in 2 s | The provider has not confirmed the delivery.",
    "380 skipped: SMS to Bob not sent | Somebody acknowledged the alert first.",
    "380 done: Acknowledged by Bob",
  ])
  expect(next).toEqual([])
  const last = (more: Partial<ChangeFact>) => acknowledgedTimeline(more).lines.at(-1)
  expect(last({ client: "link" })).toBe("380 done: Acknowledged by Bob (link)")
  expect(last({ actorKind: "key", actorName: "Agent", client: "Claude" })).toBe(
    "380 done: Acknowledged by key “Agent” (Claude)",
  )
})

describe("what was not done stands in the line with its reason", () => {
  test("muted, then declared when the mute ended", () => {
    const step = { step: "silence", outcome: "muted", findings: [] }
    const silence = { kind: "muted", name: null, since: null, until: at(55).toISOString() } as const
    const { lines } = tell({
      verdicts: [
        verdict("silenced", 30, [{ ...step, silence }]),
        verdict("declared", 62, [counts(2)]),
      ],
    })
    expect(lines[3]).toBe(
      `30 skipped: No alert | No alert fired because its alerts were muted until 2026-11-20 19:03:19 UTC.`,
    )
  })

  test.each([
    ["maintenance", "Upgrade", "it was in maintenance “Upgrade”"],
    ["parent_down", "Router", "its parent monitor “Router” was offline"],
  ] as const)("%s", (kind, name, words) => {
    const silence = { kind, name, since: null, until: null }
    const step = { step: "silence", outcome: kind, findings: [], silence }
    const { lines } = tell({ verdicts: [verdict("silenced", 30, [step]), verdict("declared", 62)] })
    expect(lines[3]).toBe(`30 skipped: No alert | No alert fired because ${words}.`)
  })

  test("muted while it pages: paging is paused and then restarts", () => {
    const until = at(900)
    const { lines, next } = tell({
      now: at(100),
      escalation: { ...active, dueAt: until, waitingSince: until },
      changes: [change("monitor.muted", 90, { changes: { mutedUntil: until.toISOString() } })],
      pages: [page({ deliveries: [delivery({ state: "cancelled", settledAt: at(90) })] })],
      silence: { kind: "muted", name: null, since: null, until: until.toISOString() },
    })
    expect(lines.slice(-3)).toEqual([
      "90 skipped: SMS to Ada not sent | The monitor was muted first.",
      `90 skipped: Monitor muted by Bob | Paging stops until ${utc(until)}.`,
      `100 skipped: Paging is paused | Nobody is paged now because its alerts were muted until 2026-11-20 19:17:24 UTC.`,
    ])
    expect(next).toEqual([
      { at: until, title: "Step 2 pages Bob by call", detail: "Paging restarts then." },
    ])
  })

  test("throttled", () => {
    const reason = "More than 6 SMS within 60 minutes."
    const errors = [asWritten(reason)]
    const { lines } = tell({
      pages: [page({ deliveries: [delivery({ state: "cancelled", settledAt: at(62), errors })] })],
    })
    expect(lines.at(-1)).toBe(`62 skipped: SMS to Ada not sent | ${reason}`)
  })

  test("quiet hours and the daily digest of low urgency", () => {
    const alert = { isUrgent: false }
    const late = { state: "pending", dueAt: at(7200), settledAt: null, attemptCount: 0 } as const
    const quiet = tell({
      alert,
      pages: [page({ hasQuietHours: true, deliveries: [delivery(late)] })],
    })
    expect(quiet.lines.at(-2)).toBe(
      `62 skipped: Ada is not paged at once | Quiet hours last until ${utc(at(7200))}.`,
    )
    expect(quiet.next.map(({ title }) => title)).toEqual(["Step 2 pages Bob by call", "SMS to Ada"])
    const digest = tell({ alert, pages: [page({ digestAt: at(9000), deliveries: [] })] })
    expect(digest.lines).toContain(
      `62 skipped: Ada is not paged at once | Low urgency goes into the daily digest at ${utc(at(9000))}.`,
    )
  })

  test("another alert pages for it", () => {
    const lead = { id: "a0", number: 6, why: asWritten("Alert #6 pages for it.") }
    const { lines, next } = tell({
      escalation: { ...active, state: "joined", lead },
      steps: [],
      pages: [],
      nextStep: null,
    })
    expect(lines.at(-1)).toBe("62 skipped: Not paged on its own | Alert #6 pages for it.")
    expect(next).toEqual([])
  })

  test("no policy, nobody reached, and no step left", () => {
    const { lines } = tell({
      escalation: { ...active, state: "exhausted", policyName: null, endedAt: at(63) },
      steps: [
        {
          round: 1,
          ruleOrder: 0,
          found: [asWritten("Ada is no longer a member of the project.")],
          at: at(62),
        },
      ],
      pages: [],
      nextStep: null,
    })
    expect(lines.slice(-3)).toEqual([
      "62 done: No on-call policy | Neither the monitor nor the project has a policy, so owners and admins are paged.",
      "62 skipped: Owners and admins reached nobody | Ada is no longer a member of the project.",
      "63 skipped: No step is left | No message has been accepted so far.",
    ])
  })
})

const lastOf = (more: Partial<DeliveryFact>) =>
  tell({ pages: [page({ deliveries: [delivery(more)] })] }).lines.at(-1)

describe("deliveries", () => {
  test("retried, delivered at last, failed for good", () => {
    const retried = {
      state: "pending",
      settledAt: null,
      attemptCount: 2,
      errors: [asWritten("503 from the provider.")],
      dueAt: at(80),
    } satisfies Partial<DeliveryFact>
    expect(lastOf(retried)).toBe(
      `80 pending: SMS to Ada is retried | Attempt 2 failed: 503 from the provider. Next attempt at ${utc(at(80))}.`,
    )
    expect(lastOf({ attemptCount: 3, confirmedAt: at(70) })).toBe(
      `66 done: SMS to Ada delivered in 4 s after 3 attempts | The provider confirmed it at ${utc(at(70))}.`,
    )
    expect(lastOf({ kind: "email" })).toBe("66 done: E-mail to Ada accepted in 4 s")
    expect(lastOf({ state: "dead", errors: [asWritten("The number is unknown.")] })).toBe(
      "66 failed: SMS to Ada failed | The number is unknown.",
    )
  })
})

test("the minutes of a contact rule are not the message's", () => {
  const sent = { createdAt: at(62), dueAt: at(122), settledAt: at(123) }
  const lineOf = (more: Partial<DeliveryFact>) =>
    tell({
      now: at(200),
      pages: [page({ deliveries: [delivery({ ...sent, ...more })] })],
    }).lines.at(-1)
  expect(lineOf({ kind: "email" })).toBe("123 done: E-mail to Ada accepted in 1 s")
  const attempts = [{ startedAt: at(122), error: "Busy." }] as unknown as DeliveryFact["attempts"]
  expect(
    lineOf({ kind: "email", attemptCount: 2, attempts, dueAt: at(127), settledAt: at(128) }),
  ).toBe("128 done: E-mail to Ada accepted in 6 s after 2 attempts")
})

describe("whom it reached", () => {
  const dead = {
    state: "dead",
    settledAt: at(63),
    errors: [asWritten("The channel is archived.")],
  } satisfies Partial<DeliveryFact>
  const steps = [1, 2].map((ruleOrder) => ({
    round: 1,
    ruleOrder,
    found: [],
    at: at(61 + ruleOrder),
  }))

  test("a step that nobody was reached in, and the next one", () => {
    const { lines } = tell({
      steps,
      pages: [
        page({ deliveries: [delivery(dead)] }),
        page({ id: "p2", ruleOrder: 2, name: "Bob" }),
      ],
    })
    expect(lines).toContain(
      "63 failed: Step 1 reached nobody | SMS to Ada: The channel is archived.",
    )
  })

  test("a step that reached somebody whose next way failed is unanswered", () => {
    const { lines } = tell({
      steps: steps.map((step, index) => ({ ...step, at: at(62 + index * 300) })),
      pages: [page({ deliveries: [delivery(), delivery({ ...dead, id: "d2" })] })],
    })
    expect(lines).toContain("362 skipped: No answer in 5 min")
  })

  test("the last step reached these, or nobody", () => {
    const lastOf = (pages: PageFact[], unreachableSince: Date | null = null) =>
      tell({
        escalation: { ...active, state: "exhausted", endedAt: at(62), unreachableSince },
        pages,
        nextStep: null,
      })
    expect(lastOf([page()]).lines).toContain(
      "62 skipped: No step is left | Messages to Ada were accepted, and nobody has acknowledged the alert yet.",
    )
    const { lines } = lastOf([page({ deliveries: [delivery(dead)] })], at(65))
    expect(lines.at(-1)).toBe(
      "65 failed: Nobody could be reached | SMS to Ada: The channel is archived. It is tried again until somebody is reached or acknowledges the alert.",
    )
  })

  test("nobody could be reached by the alert that pages for it", () => {
    const lead = { id: "a0", number: 6, why: asWritten("Alert #6 pages for it.") }
    const { lines } = tell({
      escalation: { ...active, state: "joined", lead, unreachableSince: at(66) },
      steps: [],
      pages: [],
      nextStep: null,
    })
    expect(lines.at(-1)).toMatch(
      /^66 failed: Nobody could be reached \| Every message about alert #6/,
    )
  })
})

describe("the end", () => {
  test("a recovery resolves alert and incident", () => {
    const { lines } = tell({
      now: at(700),
      verdicts: [verdict("declared", 62, [counts(2)]), verdict("recovered", 600, [counts(0, 1)])],
      alert: { resolvedAt: at(600) },
      escalation: { ...active, state: "ended" },
    })
    expect(lines.slice(-2)).toEqual([
      `600 done: Recovered after 10 min | 1 consecutive good check; the recovery threshold is 1. Up since ${utc(at(0))}.`,
      "600 done: Alert and incident #41 resolved | The monitor recovered.",
    ])
  })

  test("reopened within the flap window", () => {
    const { lines } = tell({
      verdicts: [
        verdict("declared", 62, [counts(2)]),
        verdict("recovered", 600),
        verdict("reopened", 660),
      ],
    })
    expect(lines.slice(-2)).toEqual([
      "600 done: Recovered after 10 min",
      "660 failed: Failed again: alert reopened | It failed within the flap window, so it is the same outage and nobody is paged twice for it.",
    ])
  })

  test("the middle of a long flap is one node", () => {
    const flaps = [500, 404, 503, 404, 502].flatMap((status, n) => [
      verdict("recovered", 600 + n * 100),
      verdict("reopened", 650 + n * 100, [
        { step: "check", outcome: "offline", findings: [asWritten(`Got ${status}.`)] },
      ]),
    ])
    const { lines } = tell({ verdicts: [verdict("declared", 62, [counts(2)]), ...flaps] })
    const outages = lines.slice(-5).filter((line) => !line.includes("Recovered"))
    const same =
      "It failed within the flap window, so it is the same outage and nobody is paged twice for it."
    expect(outages.map((line) => line.split(" | ")[1])).toEqual([
      `Got 500. ${same}`,
      `Until ${utc(at(950))}, each within the flap window of the one before. 2 outages: Got 404. 1 outage: Got 503.`,
      `Got 502. ${same}`,
    ])
    expect(lines.slice(-5).map((line) => line.split(" | ")[0])).toEqual([
      "600 done: Recovered after 10 min",
      "650 failed: Failed again: alert reopened",
      "700 done: Flapped: 3 more outages",
      "1000 done: Recovered after 16 min 40 s",
      "1050 failed: Failed again: alert reopened",
    ])
  })

  test("a person resolves it while it is down", () => {
    const { lines, next } = tell({
      alert: { resolvedAt: at(300), resolvedBy: "Bob", isManual: true, declareAgainAt: at(3900) },
      changes: [change("alert.state_changed", 300, { changes: { state: "resolved" } })],
    })
    expect(lines.at(-1)).toBe("300 done: Resolved by Bob")
    expect(next[0]).toMatchObject({ at: at(3900), title: "The outage is declared again" })
  })
})

test("a second evaluation of telemetry connects to no target", () => {
  const reason = "Got 9 log records in 5 min, expected at most 5."
  const evaluated = failed(0, { findings: [asWritten(reason)], address: null, isUp: null })
  const { lines } = tell({ checks: [evaluated] })
  expect(lines[1]).toBe(`1 failed: Second check failed too | Tried again: ${reason}`)
})

test("many failures are shown by the first and the last, and from the verdict once checks are gone", () => {
  const checks = Array.from({ length: 20 }, (_, n) => failed(n * 3))
  const failures = tell({ checks }).lines.filter((line) => line.includes("Check failed"))
  expect(failures).toEqual([
    "0 failed: Check failed | Got 500, expected 200–299",
    "57 failed: Check failed again | 18 more failed in between. Got 500, expected 200–299",
  ])
  const attempt = {
    at: at(60).toISOString(),
    address: null,
    failureClass: "timeout",
    findings: [asWritten("Timed out.")],
  }
  const kept = { step: "check", outcome: "offline", findings: [], attempts: [attempt] }
  const { lines } = tell({ checks: [], verdicts: [verdict("declared", 62, [kept, counts(2)])] })
  expect(lines[0]).toBe("60 failed: Check failed | Timed out.")
})

const cancelled = (alert: Partial<TimelineFacts["alert"]>) => {
  const deliveries = [delivery({ state: "cancelled", settledAt: at(66) })]
  const { lines } = tell({ alert, pages: [page({ deliveries })] })
  return lines.find((line) => line.includes("not sent"))?.split(" | ")[1]
}

describe("why a message was not sent, where no entry says so", () => {
  test.each<[string, Partial<TimelineFacts["alert"]>, RegExp]>([
    ["acknowledged", { acknowledgedAt: at(66) }, /acknowledged the alert first/],
    ["resolved", { resolvedAt: at(66) }, /resolved/],
    ["neither", {}, /no longer needed/],
  ])("%s", (_name, alert, words) => {
    expect(cancelled(alert)).toMatch(words)
  })
})

const secondStep = (seconds: number) => [
  { round: 1, ruleOrder: 1, found: [], at: at(62) },
  { round: 1, ruleOrder: 2, found: [], at: at(seconds) },
]

describe("a step that is due", () => {
  test("was not unanswered if somebody had acknowledged the alert and took it back", () => {
    const changes = [change("alert.acknowledged", 200)]
    const { lines } = tell({ steps: secondStep(362), changes })
    expect(lines.join()).not.toContain("No answer")
    expect(tell({ steps: secondStep(63) }).lines).toContain("63 skipped: No answer in 1 s")
  })

  test("restarts nothing where no pause ends then", () => {
    const silence = { kind: "muted", name: null, since: null, until: null } as const
    const { next } = tell({ escalation: { ...active, dueAt: at(70) }, silence })
    expect(next).toMatchObject([{ at: at(70), detail: null }])
  })

  test("is all that comes next if the messages before are being sent", () => {
    const late = { state: "pending", dueAt: at(60), settledAt: null, attemptCount: 0 } as const
    const { next } = tell({ pages: [page({ deliveries: [delivery(late)] })] })
    expect(next.map(({ title }) => title)).toEqual(["Step 2 pages Bob by call"])
  })
})

test("a message that was sent once took the time since it was due", () => {
  const attempts = [{ startedAt: at(65), error: null }] as unknown as DeliveryFact["attempts"]
  expect(lastOf({ attempts })).toMatch(/^66 done: SMS to Ada accepted in 4 s/)
})

test("a page of low urgency without messages waits for nothing", () => {
  const alert = { isUrgent: false }
  const { lines } = tell({ alert, pages: [page({ hasQuietHours: true, deliveries: [] })] })
  expect(lines.join()).not.toContain("not paged at once")
})

test("entries that say nothing about the alert are left out, and each resolution is listed once", () => {
  const { lines } = tell({
    alert: { resolvedAt: at(300), resolvedBy: "Bob" },
    changes: [
      change("alert.viewed", 290),
      change("alert.state_changed", 300, { changes: { state: "resolved" } }),
    ],
  })
  expect(lines.slice(-2)).toEqual([expect.stringContaining("66 done"), "300 done: Resolved by Bob"])
})

test("a resolution has the time of the check that recovered, also after a later failure", () => {
  const { lines } = tell({
    now: at(700),
    verdicts: [
      verdict("declared", 62, [counts(2)]),
      verdict("recovered", 601),
      verdict("reopened", 660),
    ],
    alert: { resolvedAt: at(600) },
  })
  expect(lines).toContain("601 done: Alert and incident #41 resolved | The monitor recovered.")
})

test("a degraded check is called so, and a second one without a first address is a new connection", () => {
  const first = failed(0)
  const steps = first.steps.map((step) => ({
    ...step,
    ...(step.step === "check" && { outcome: "degraded" }),
    ...(step.attempts && {
      attempts: step.attempts.map((one, at) => (at === 0 ? { ...one, address: null } : one)),
    }),
  }))
  const { lines } = tell({ checks: [{ ...first, steps }] })
  expect(lines[0]).toMatch(/^0 failed: Check degraded/)
  expect(lines[1]).toMatch(/Tried again over a new connection/)
})

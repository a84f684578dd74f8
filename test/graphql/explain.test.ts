import { describe, expect, test } from "vitest"
import { asWritten } from "../../src/findings/finding.ts"
import { say } from "../../src/findings/say.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import type { CheckResult } from "../../src/graphql/monitoring/check/rules/check-result.ts"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { readSteps } from "../../src/graphql/monitoring/verdict/rules/verdict-steps.ts"
import { summarize } from "../../src/graphql/monitoring/verdict/rules/verdict-summary.ts"
import { newId } from "../../src/platform/id.ts"
import { ask } from "../support/ask.ts"
import { checkOf, insertMonitor } from "../support/checks.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const system = { kind: "system", name: "test" } as const
const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 3, 12, second))

const reset = (second: number): Partial<CheckResult> => ({
  status: "offline",
  failureClass: "reset",
  findings: [asWritten("127.0.0.1:80 reset the connection.")],
  attempts: 2,
  firstAttempt: {
    failureClass: "reset",
    findings: [asWritten("127.0.0.1:80 reset the connection at once.")],
    address: "127.0.0.1",
    againAt: at(second + 1),
  },
  egress: [
    { anchor: "192.0.2.1:443", reachable: true, durationMs: 9 },
    { anchor: "192.0.2.2:443", reachable: false, durationMs: 250 },
  ],
})

const fields = `explain {
  summary
  steps {
    step outcome
    attempts { at address failureClass reason }
    egress { anchor isReachable }
    counts { good bad offline failureThreshold recoveryThreshold since }
    silence { kind name until }
  }
  verdict { decision }
}`

const source = `query ($id: ID!) {
  monitor(id: $id) {
    verdicts { edges { node { decision
      alert { ${fields} } incident { number ${fields} }
      steps { step outcome silence { kind name until } }
    } } }
  }
}`

async function verdictsOf(id: string) {
  const { data, errors } = await ask(world, system, source, { id })
  expect(errors).toEqual([])
  const { monitor } = data as { monitor: { verdicts: { edges: { node: unknown }[] } } }
  return monitor.verdicts.edges.map(({ node }) => node)
}

async function makeMonitor(members: Parameters<typeof insertMonitor>[2] = {}) {
  const { id } = await makeProject(world)
  return insertMonitor(world, id, members)
}

const decidedAt = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, \d+ \w[\w ]* after it began/

test("an incident and its alert explain what was observed, how it was confirmed and what was decided", async () => {
  const monitor = await makeMonitor()
  await recordChecks(world.services, [
    checkOf(monitor, at(0), reset(0)),
    checkOf(monitor, at(30), reset(30)),
  ])
  const [node] = await verdictsOf(monitor.id)
  const look = {
    failureClass: "reset",
    reason: "127.0.0.1:80 reset the connection.",
  }
  const steps = [
    {
      step: "check",
      outcome: "offline",
      attempts: [
        {
          at: at(30).toISOString(),
          address: "127.0.0.1",
          failureClass: "reset",
          reason: "127.0.0.1:80 reset the connection at once.",
        },
        { at: at(31).toISOString(), address: "127.0.0.1", ...look },
      ],
    },
    { step: "second check", outcome: "confirmed" },
    {
      step: "own network",
      outcome: "up",
      egress: [
        { anchor: "192.0.2.1:443", isReachable: true },
        { anchor: "192.0.2.2:443", isReachable: false },
      ],
    },
    {
      step: "threshold",
      outcome: "offline",
      counts: {
        good: 0,
        bad: 2,
        offline: 2,
        failureThreshold: 2,
        recoveryThreshold: 1,
        since: at(0).toISOString(),
      },
    },
    { step: "decision", outcome: "declare" },
  ]
  const empty = { attempts: null, egress: null, counts: null, silence: null }
  const explanation = (noun: string) => ({
    summary: expect.stringMatching(
      new RegExp(
        [
          "^Shop was down since 2026-11-21 03:12:00 UTC: 127\\.0\\.0\\.1:80 reset the connection\\. ",
          "A second check over a new connection \\(\\S+ 03:12:31 UTC to 127\\.0\\.0\\.1\\) failed too\\. ",
          "1 of 2 egress anchors answered around the deciding attempt\\. ",
          "2 consecutive failures, 2 of them offline; the failure threshold is 2\\. ",
          `${noun} #1 was declared at ${decidedAt.source}\\.$`,
        ].join(""),
      ),
    ),
    steps: steps.map((step) => ({ ...empty, ...step })),
    verdict: { decision: "DECLARED" },
  })
  expect(node).toMatchObject({
    decision: "DECLARED",
    incident: { number: 1, explain: explanation("Incident") },
    alert: { explain: explanation("Alert") },
  })
})

test("an incident that was reopened says so, and when it was resolved", async () => {
  const monitor = await makeMonitor({ failureThreshold: 1 })
  await recordChecks(world.services, [
    checkOf(monitor, at(0), reset(0)),
    checkOf(monitor, at(20)),
    checkOf(monitor, at(40), reset(40)),
    checkOf(monitor, at(60)),
  ])
  const [node] = await verdictsOf(monitor.id)
  expect(node).toMatchObject({
    incident: {
      explain: {
        verdict: { decision: "REOPENED" },
        summary: expect.stringMatching(
          /Incident #1 was reopened because it failed again soon after recovering \(flapping\) at .* UTC, .*, and resolved at 2026-11-21 03:13:00 UTC\.$/,
        ),
      },
    },
  })
})

test("an incident that a person declared has no verdict", async () => {
  const { id: projectId } = await makeProject(world)
  const { id } = await declareIncident(world.system, { projectId, title: "Odd" })
  const text = `query ($id: ID!) { incident(id: $id) { explain { summary steps { step } verdict { id } } } }`
  const { data, errors } = await ask(world, system, text, { id })
  expect(errors).toEqual([])
  expect(data).toEqual({
    incident: {
      explain: {
        summary: expect.stringMatching(/^Incident #1 was declared by a person at /),
        steps: [],
        verdict: null,
      },
    },
  })
})

const silenceOf = async (monitor: Awaited<ReturnType<typeof makeMonitor>>) => {
  await recordChecks(world.services, [checkOf(monitor, at(0), reset(0))])
  const [node] = await verdictsOf(monitor.id)
  const { decision, steps } = node as {
    decision: string
    steps: { step: string; silence: unknown }[]
  }
  return { decision, silence: steps.find(({ step }) => step === "silence")?.silence }
}

describe("a silence is stored with its evidence", () => {
  test("a mute", async () => {
    const mutedUntil = new Date(Date.now() + 60_000)
    const monitor = await makeMonitor({ failureThreshold: 1, mutedUntil })
    expect(await silenceOf(monitor)).toEqual({
      decision: "SILENCED",
      silence: { kind: "muted", name: null, until: mutedUntil.toISOString() },
    })
  })

  test("a maintenance", async () => {
    const monitor = await makeMonitor({ failureThreshold: 1 })
    const endsAt = new Date(Date.now() + 60_000)
    await world.services.database.prisma.maintenance.create({
      data: {
        id: newId(),
        projectId: monitor.projectId,
        title: "New disks",
        startsAt: new Date(Date.now() - 60_000),
        endsAt,
        monitors: { create: { monitorId: monitor.id } },
      },
    })
    expect(await silenceOf(monitor)).toEqual({
      decision: "SILENCED",
      silence: { kind: "maintenance", name: "New disks", until: endsAt.toISOString() },
    })
  })

  test("an offline parent monitor", async () => {
    const parent = await makeMonitor({ name: "Router", failureThreshold: 1 })
    await recordChecks(world.services, [checkOf(parent, at(0), reset(0))])
    const child = await insertMonitor(world, parent.projectId, {
      parentId: parent.id,
      failureThreshold: 1,
    })
    expect(await silenceOf(child)).toEqual({
      decision: "SILENCED",
      silence: { kind: "parent_down", name: "Router", until: null },
    })
  })
})

describe("the summary", () => {
  const subject = {
    noun: "alert",
    number: 7,
    monitorName: "Shop",
    decidedAt: at(50),
    resolvedAt: null,
  } as const
  const counts = {
    good: 0,
    bad: 1,
    offline: 0,
    failureThreshold: 1,
    recoveryThreshold: 1,
    since: at(0).toISOString(),
  }
  test.each([
    [
      [],
      "Shop was down: No reason was recorded. Alert #7 was declared at 2026-11-21 03:12:50 UTC.",
    ],
    [
      [
        { step: "check", outcome: "degraded", detail: "slow" },
        { step: "threshold", outcome: "degraded", detail: "One failure.", counts },
        { step: "decision", outcome: "worsen", detail: "" },
      ],
      "Shop was degraded since 2026-11-21 03:12:00 UTC: slow One failure. " +
        "Alert #7 was declared because a degraded monitor went offline at 2026-11-21 03:12:50 UTC, 50 s after it began.",
    ],
  ])("of %o", (steps, expected) => {
    expect(say(summarize({ ...subject, steps: readSteps(steps) }))).toBe(expected)
  })

  test.each([
    ["muted", null, "its alerts were muted until 2026-11-21 03:12:05 UTC."],
    ["maintenance", "Disks", "it was in maintenance “Disks” until 2026-11-21 03:12:05 UTC."],
    [
      "parent_down",
      "Router",
      "its parent monitor “Router” was offline since 2026-11-21 03:12:00 UTC.",
    ],
  ] as const)("of a silence: %s", (kind, name, expected) => {
    const until = kind === "parent_down" ? null : at(5).toISOString()
    const since = at(0).toISOString()
    const parameters = { effect: "alert", kind, name, since, until } as const
    expect(say([{ code: "silenced", parameters }])).toBe(`No alert fired because ${expected}`)
  })
})

test("steps stored by older versions are read under their current names", () => {
  const attempt = { at: at(0).toISOString(), address: null, failureClass: null }
  const stored = [
    {
      step: "check",
      outcome: "offline",
      detail: "Lost.",
      measured: "Lost 3.",
      looks: [{ ...attempt, reason: "Lost." }],
    },
    { step: "second look", outcome: "confirmed", detail: "First attempt: Lost." },
    { step: "our own line", outcome: "alive", detail: "Two answered." },
  ]
  const findings = [asWritten("Lost.")]
  expect(readSteps(stored)).toEqual([
    {
      step: "check",
      outcome: "offline",
      findings,
      measured: [asWritten("Lost 3.")],
      attempts: [{ ...attempt, findings }],
    },
    { step: "second check", outcome: "confirmed", findings: [asWritten("First attempt: Lost.")] },
    { step: "own network", outcome: "alive", findings: [asWritten("Two answered.")] },
  ])
})

import { expect, test } from "vitest"
import type { Finding } from "../../src/findings/finding.ts"
import { say } from "../../src/findings/say.ts"
import { machine } from "../../src/graphql/monitoring/check/rules/check-state.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { readSpans } from "../../src/graphql/monitoring/monitor/history/monitor-spans.ts"
import { ask } from "../support/ask.ts"
import { checkOf, insertMonitor, offline } from "../support/checks.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const db = () => world.services.database.prisma
const refused: Finding = {
  code: "not_connected",
  parameters: {
    tries: [{ endpoint: "127.0.0.1:1\0", fault: "refused", errorCode: null }],
    withinMs: null,
  },
}
/** As stored: PostgreSQL takes no NUL. */
const stored = JSON.parse(JSON.stringify([refused]).replace(String.raw`\u0000`, "\uFFFD"))
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

async function makeOutage() {
  const { id: projectId } = await makeProject(world)
  const monitor = await insertMonitor(world, projectId, { failureThreshold: 2 })
  const seen = { ...offline, findings: [refused] }
  await recordChecks(world.services, [checkOf(monitor, minutesAgo(5))])
  await recordChecks(world.services, [
    checkOf(monitor, minutesAgo(4), seen),
    checkOf(monitor, minutesAgo(3), seen),
  ])
  return { projectId, id: monitor.id }
}

const document = `query ($id: ID!, $project: ID!, $from: DateTime!, $to: DateTime!) {
  monitor(id: $id) {
    lastCheckReason lastCheckFindings { ...said }
    statusChanges(first: 1) { edges { node { reason findings { ...said } } } }
    outages(from: $from, to: $to) { outages { reason findings { ...said } } }
  }
  project(id: $project) {
    monitors { edges { node { lastCheckReason lastCheckFindings { ...said } } } }
    overview { problems { reason findings { ...said } } }
  }
}
fragment said on Finding { code text german: text(language: DE) }`

const last = ({
  lastCheckReason: reason,
  lastCheckFindings: findings,
}: Record<string, unknown>) => ({
  reason,
  findings,
})

/** Every answer about the outage. */
async function saysOf({ projectId, id }: { projectId: string; id: string }) {
  const window = { from: minutesAgo(60).toISOString(), to: minutesAgo(-60).toISOString() }
  const variables = { id, project: projectId, ...window }
  const { data, errors } = await ask(world, world.system.actor, document, variables)
  expect(errors).toEqual([])
  const { monitor, project } = Object(data)
  return [
    last(monitor),
    last(project.monitors.edges[0].node),
    monitor.statusChanges.edges[0].node,
    ...monitor.outages.outages,
    ...project.overview.problems,
  ]
}

test("why a monitor failed is stored as findings alone, and said in each language", async () => {
  const made = await makeOutage()
  const where = { monitorId: made.id }
  const state = await db().monitorState.findUniqueOrThrow({ where })
  expect(state).toMatchObject({ lastReason: null, lastFindings: stored })
  expect(state.machine).toMatchObject({ outage: { findings: stored } })
  expect(await db().statusChange.findMany({ where, orderBy: { seq: "desc" }, take: 1 })).toEqual([
    expect.objectContaining({ reason: null, findings: stored }),
  ])
  const says = await saysOf(made)
  expect(says).toHaveLength(5)
  for (const one of says) {
    expect(one).toEqual({
      reason: say(stored),
      findings: [{ code: "not_connected", text: say(stored), german: say(stored, "de") }],
    })
  }
})

const storedIn = (state: object) => machine.parse(state).outage?.findings

test("rows of older versions say their sentence, verbatim in each language", async () => {
  const made = await makeOutage()
  const where = { monitorId: made.id }
  const reason = "An older sentence."
  const { machine: now } = await db().monitorState.findUniqueOrThrow({ where })
  const { findings, ...outage } = Object(now).outage
  expect(findings).toHaveLength(1)
  const before = { ...Object(now), outage: { ...outage, reason } }
  await world.services.database.pool.query(
    `with changed as (update status_change set findings = null, reason = $2 where monitor_id = $1 and "to" = 'offline')
     update monitor_state set last_findings = null, last_reason = $2, machine = $3 where monitor_id = $1`,
    [made.id, reason, before],
  )
  for (const one of await saysOf(made)) {
    expect(one).toEqual({
      reason,
      findings: [{ code: "as_written", text: reason, german: reason }],
    })
  }
  expect(storedIn(before)).toEqual([{ code: "as_written", parameters: { text: reason } }])
  expect(storedIn({ ...before, outage })).toEqual([])
})

test.each(["No check ran.", "No prober looked at it."])("%s is a gap", async (reason) => {
  const made = await makeOutage()
  await world.services.database.pool.query(
    `update status_change set "to" = 'unknown', findings = null, reason = $2 where monitor_id = $1 and "to" = 'offline'`,
    [made.id, reason],
  )
  const monitor = await db().monitor.findUniqueOrThrow({ where: { id: made.id } })
  const spans = await readSpans(world.services, monitor, minutesAgo(60), minutesAgo(0))
  expect(spans).toMatchObject([{ kind: "absent" }])
})

const ofChecks = `query ($id: ID!) { monitor(id: $id) { checks(first: 1) { edges { node {
  warnings warningFindings { code }
  assertions { expected expectedFinding { code } seen seenFinding { code } }
} } } } }`

async function lastCheckOf(id: string) {
  const { data, errors } = await ask(world, world.system.actor, ofChecks, { id })
  expect(errors).toEqual([])
  return Object(data).monitor.checks.edges[0].node
}

test("warnings and results of assertions are stored as findings; older ones keep their words", async () => {
  const { id: projectId } = await makeProject(world)
  const monitor = await insertMonitor(world, projectId)
  const { database } = world.services
  const expected: Finding = { code: "expects_status", parameters: { codes: "200" } }
  const seen: Finding = { code: "saw_status", parameters: { status: 404 } }
  await recordChecks(world.services, [
    checkOf(monitor, minutesAgo(1), {
      ...offline,
      warnings: [{ code: "extra_bytes", parameters: {} }],
      assertions: [{ name: "status", passed: false, expected, seen }],
    }),
  ])
  expect(
    await database.prisma.check.findFirst({ where: { monitorSeq: monitor.seq } }),
  ).toMatchObject({
    reason: null,
    warnings: [],
    warningFindings: [{ code: "extra_bytes", parameters: {} }],
    detail: { assertions: [{ name: "status", passed: false, expected, seen }] },
  })
  const warning = "The server sent extra bytes after the end of its response."
  expect(await lastCheckOf(monitor.id)).toEqual({
    warnings: [warning],
    warningFindings: [{ code: "extra_bytes" }],
    assertions: [
      {
        expected: "200",
        expectedFinding: { code: "expects_status" },
        seen: "404",
        seenFinding: { code: "saw_status" },
      },
    ],
  })
  await database.pool.query(
    "update check_result set warnings = $2, warning_findings = null, detail = $3 where monitor_seq = $1",
    [
      monitor.seq,
      ["An older warning."],
      { assertions: [{ name: "status", passed: false, expected: "at most 2", seen: "3" }] },
    ],
  )
  expect(await lastCheckOf(monitor.id)).toEqual({
    warnings: ["An older warning."],
    warningFindings: [{ code: "as_written" }],
    assertions: [
      {
        expected: "at most 2",
        expectedFinding: { code: "as_written" },
        seen: "3",
        seenFinding: { code: "as_written" },
      },
    ],
  })
})

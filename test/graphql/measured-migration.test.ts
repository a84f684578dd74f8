import { readFile } from "node:fs/promises"
import { expect, test } from "vitest"
import type { CheckResult } from "../../src/graphql/monitoring/check/rules/check-result.ts"
import { asWritten } from "../../src/findings/finding.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { say } from "../../src/findings/say.ts"
import { readSteps } from "../../src/graphql/monitoring/verdict/rules/verdict-steps.ts"
import { newId } from "../../src/platform/id.ts"
import { ask, keyActor } from "../support/ask.ts"
import { checkOf } from "../support/checks.ts"
import { makeMember } from "../support/people.ts"
import { tablesWith } from "../support/tables-with.ts"
import { webhooksOf } from "../support/webhooks.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const webhooks = webhooksOf(world)
const migration = new URL(
  "../../prisma/migrations/20261129110000_measured_apart/migration.sql",
  import.meta.url,
)

test("values of telemetry that older versions stored are moved to where only its readers see them", async () => {
  const { id: projectId } = await makeProject(world)
  const { prisma, pool } = world.services.database
  await webhooks.make(projectId, "https://hooks.example.com/", [
    "incident.created",
    "alert.created",
    "monitor.status_changed",
  ])
  const monitor = await createMonitor(world.system, {
    projectId,
    kind: "log",
    name: "Errors",
    failureThreshold: 1,
    telemetry: { measure: "records", by: "body", comparison: "above", threshold: 0 },
  })
  // As a prober of an older version recorded it.
  const reason = "Got 3 log records for canary in 5 min, expected at most 0. First: canary"
  const failed = {
    failureClass: "telemetry",
    findings: [asWritten(reason)],
    address: null,
  } satisfies Partial<CheckResult>
  await recordChecks(world.services, [
    checkOf(monitor, new Date(), {
      ...failed,
      status: "offline",
      attempts: 2,
      rows: 3,
      firstAttempt: failed,
      assertions: [
        {
          name: "a window",
          passed: false,
          expected: asWritten("at most 0"),
          seen: asWritten("3 for canary"),
        },
      ],
    }),
  ])
  await pool.query(
    `update check_result set reason = $1, findings = null,
            detail = jsonb_set(detail #- '{firstAttempt,findings}', '{firstAttempt,reason}', to_jsonb($1::text))
      where monitor_seq = $2`,
    [reason, monitor.seq],
  )
  await pool.query(
    `with changed as (
       update status_change set reason = $1, findings = null where monitor_id = $2 and findings is not null)
     update monitor_state set last_reason = $1, last_findings = null,
            machine = jsonb_set(machine #- '{outage,findings}', '{outage,reason}', to_jsonb($1::text))
      where monitor_id = $2`,
    [reason, monitor.id],
  )
  await pool.query("update alert set description = $1, findings = null", [reason])
  await pool.query("update incident set description = $1, findings = null", [reason])
  await pool.query("update incident_update set body = $1, findings = null", [reason])
  await pool.query(
    `update delivery set payload = payload #- '{findings}' #- '{alert,findings}' #- '{incident,findings}'`,
  )
  const [verdict] = await prisma.verdict.findMany({ where: { monitorId: monitor.id } })
  const steps = readSteps(verdict?.steps).map(({ findings, attempts, ...step }) => ({
    ...step,
    detail: say(findings),
    ...(attempts && {
      attempts: attempts.map(({ findings: own, ...attempt }) => ({ ...attempt, reason: say(own) })),
    }),
  }))
  await pool.query("update verdict set steps = $1::jsonb where monitor_id = $2", [
    JSON.stringify(steps),
    monitor.id,
  ])
  const slo = await prisma.slo.create({
    data: {
      id: newId(),
      projectId,
      name: "cart",
      indicator: "service",
      service: "cart",
      targetPercent: 99,
      windowDays: 7,
    },
  })
  const { id: alertId } = await prisma.alert.findFirstOrThrow({ where: { projectId } })
  await prisma.sloDecision.create({
    data: {
      id: newId(),
      sloId: slo.id,
      speed: "fast",
      decision: "fired",
      reason: "Burn rate canary.",
      at: new Date(),
    },
  })
  await webhooks.address()
  expect((await tablesWith(world, ["canary"])).length).toBeGreaterThan(6)

  await pool.query(await readFile(migration, "utf8"))
  expect(await tablesWith(world, ["canary"])).toEqual(["check_result", "verdict"])
  const { rows } = await pool.query<{ body: string }>(
    "select body from delivery where queue = 'webhook'",
  )
  expect(rows.length).toBe(3)
  for (const { body } of rows) {
    expect(JSON.parse(body)).toMatchObject({
      data: { reason: "The telemetry condition was not met." },
    })
  }

  const document = `query ($id: ID!, $alert: ID!) {
    monitor(id: $id) { lastCheckReason
      checks { edges { node { reason assertions { seen } firstAttempt { reason } } } }
      verdicts { edges { node { steps { evidence attempts { reason } } } } } }
    alert(id: $alert) { description incident { description timeline { body } } timeline { nodes { detail } } } }`
  const variables = { id: monitor.id, alert: alertId }
  const key = keyActor(projectId, newId(), ["monitors:read", "alerts:read", "incidents:read"])
  const hidden = await ask(world, key, document, variables)
  expect(hidden.errors).toEqual([])
  expect(JSON.stringify(hidden.data)).not.toContain("canary")
  const owner = await makeMember(world, projectId, "owner")
  const shown = await ask(world, owner.ctx.actor, document, variables)
  expect(shown.errors).toEqual([])
  expect(shown.data).toMatchObject({
    monitor: {
      checks: { edges: [{ node: { reason, assertions: [{ seen: "3 for canary" }] } }] },
    },
  })
  expect(JSON.stringify(shown.data)).toContain(`First attempt: ${reason}`)
})

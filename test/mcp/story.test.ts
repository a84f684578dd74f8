import { expect, test } from "vitest"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { runDueStep } from "../../src/graphql/on-call/escalation/run-step.ts"
import { useApi } from "../support/api.ts"
import { checkOf, insertMonitor, offline } from "../support/checks.ts"
import { ask, carryOut, connectClient, makeLegacyKey } from "../support/mcp.ts"
import { makeMember } from "../support/people.ts"
import { makeProject } from "../support/world.ts"

const api = useApi()

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/** A finding as tools carry it. */
const finding = (code: string): unknown => ({
  code,
  parameters: expect.any(Object),
  text: expect.stringMatching(/^<untrusted>/),
})
const withFindings: unknown = expect.objectContaining({ findings: expect.any(Array) })

test("an agent handles an outage from the page to the post-mortem through its tools alone", async () => {
  const { services } = api.world
  const { id: projectId } = await makeProject(api.world)
  await makeMember(api.world, projectId, "owner", "Ada")
  const key = await makeLegacyKey(api.world, projectId)
  const monitor = await insertMonitor(api.world, projectId, { failureThreshold: 1 })
  await recordChecks(services, [checkOf(monitor, at(-9))])
  await recordChecks(services, [checkOf(monitor, at(-5), { ...offline, httpStatus: 503 })])
  await runDueStep(services)

  const agent = await connectClient(api, key.authorization)
  // What happened, why, and who was paged: two calls.
  const overview = await ask(agent, "get_overview")
  const title_finding = finding("monitor_offline")
  const findings = [finding("as_written")]
  expect(overview).toMatchObject({
    open_incidents: [{ number: 1, title_finding }],
    open_alerts: [{ number: 1, title_finding }],
    monitors_not_operational: [{ last_findings: findings }],
  })
  const incident = await ask(agent, "get_incident", { incident: "1" })
  expect(incident).toMatchObject({
    why: expect.stringContaining("refused the connection"),
    why_findings: expect.arrayContaining([finding("monitor_was_down")]),
    incident: { title_finding, findings },
    failed_checks: [{ status: "offline", failure_class: "connect_refused", findings }],
    alert_timeline: expect.arrayContaining([
      expect.objectContaining({
        alert: 1,
        text: expect.stringContaining("paged Ada"),
        findings: expect.arrayContaining([finding("step_paged")]),
      }),
    ]),
    telemetry: null,
    timeline: [{ kind: "declared", findings }],
  })
  const why = await ask(agent, "explain", { incident: "1" })
  expect(why).toMatchObject({ steps: expect.arrayContaining([withFindings]) })
  expect(await ask(agent, "list_incidents")).toMatchObject({ incidents: [{ title_finding }] })
  expect(await ask(agent, "get_monitor", { monitor: monitor.id })).toMatchObject({
    monitor: { last_findings: findings },
    status_changes: [{ to: "offline", findings }, {}],
    incidents: [{ title_finding }],
    checks: [{ findings }, {}],
  })

  await ask(agent, "acknowledge", { incident: "1" })
  await ask(agent, "add_update", { incident: "1", text: "The process had died; restarted it." })
  await ask(agent, "check_now", { monitor: monitor.id })
  await recordChecks(services, [checkOf(monitor, at(0))])
  expect(await ask(agent, "list_incidents")).toEqual({ incidents: [], next_cursor: null })
  expect(await ask(agent, "get_monitor", { monitor: monitor.id })).toMatchObject({
    monitor: { status: "operational" },
    status_changes: [{ to: "operational" }, { to: "offline" }, {}],
  })

  const { draft, is_resolved } = await ask(agent, "draft_postmortem", { incident: "1" })
  expect(is_resolved).toBe(true)
  expect(draft).toMatch(/^<untrusted># Incident 1: [^]*Acknowledged: .* by Agent/)
  expect(draft).toContain("Not in the stored facts: what caused it?")
  await carryOut(agent, "save_postmortem", {
    incident: "1",
    text: String(draft).replace(
      "Not in the stored facts: what caused it?",
      "It ran out of memory.",
    ),
  })
  const saved = await services.database.prisma.incident.findFirstOrThrow({ where: { projectId } })
  expect(saved.postmortemNote).toContain("It ran out of memory.")
  expect(saved.postmortemNote).not.toContain("untrusted")
})

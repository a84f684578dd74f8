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
  expect(overview["open_incidents"]).toMatchObject([{ number: 1 }])
  const incident = await ask(agent, "get_incident", { incident: "1" })
  expect(incident).toMatchObject({
    why: expect.stringContaining("refused the connection"),
    failed_checks: [{ status: "offline", failure_class: "connect_refused" }],
    alert_timeline: expect.arrayContaining([
      { alert: 1, at: expect.any(String), text: expect.stringContaining("paged Ada") },
    ]),
    telemetry: null,
    timeline: [{ kind: "declared" }],
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
  expect(draft).toMatch(/Acknowledged: .* by <untrusted>Agent<\/untrusted>/)
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

import { expect, test } from "vitest"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { resolveIncident } from "../../src/graphql/incidents/incident/change-state.ts"
import { createPlanTokens, planMs } from "../../src/mcp/plan-token.ts"
import { useApi } from "../support/api.ts"
import { insertMonitor } from "../support/checks.ts"
import { ask, carryOut, connectClient, makeLegacyKey } from "../support/mcp.ts"
import { makeProject } from "../support/world.ts"

const api = useApi()

async function scene() {
  const { id: projectId } = await makeProject(api.world)
  const key = await makeLegacyKey(api.world, projectId)
  const incident = await declareIncident(api.world.system, { projectId, title: "Checkout is down" })
  const monitor = await insertMonitor(api.world, projectId)
  const client = await connectClient(api, key.authorization)
  return { projectId, key, incident, monitor, client }
}

/** What the key changed; its use is recorded a moment later. */
const audits = (projectId: string) =>
  api.world.services.database.prisma.auditEntry.findMany({
    where: { projectId, actorKind: "key", action: { not: "key.used" } },
    orderBy: { at: "asc" },
    select: { action: true, actorId: true, via: true },
  })

test("a plan changes nothing; when executed, the change is audited with key, client and tool", async () => {
  const { client, projectId, key } = await scene()
  const plan = await ask(client, "resolve", { incident: "1" })
  expect(plan).toEqual({
    status: "planned",
    would_change: [
      "Resolves incident 1: <untrusted>Checkout is down</untrusted>",
      "Resolves 0 open alerts",
    ],
    would_notify: [],
    plan_token: expect.stringMatching(/^[\w-]{40,120}$/),
    plan_expires_at: expect.any(String),
  })
  expect(await audits(projectId)).toEqual([])
  const done = await ask(client, "resolve", { incident: "1", plan_token: plan["plan_token"] })
  expect(done).toMatchObject({ status: "done", result: { incident: 1 } })
  expect(await audits(projectId)).toEqual([
    {
      action: "incident.state_changed",
      actorId: key.id,
      via: { client: "test-agent 1.0", tool: "resolve" },
    },
  ])
})

test("of two agents with one plan exactly one executes it", async () => {
  const { client, key, monitor, projectId } = await scene()
  const other = await connectClient(api, key.authorization)
  const args = { monitor: monitor.id, minutes: 30 }
  const { plan_token } = await ask(client, "mute", args)
  const outcomes = await Promise.allSettled(
    [client, other, client, other].map((one) => ask(one, "mute", { ...args, plan_token })),
  )
  const refusals = outcomes.flatMap((one) =>
    one.status === "rejected" ? [String(one.reason)] : [],
  )
  expect(refusals).toHaveLength(3)
  for (const refusal of refusals) expect(refusal).toMatch(/plan_used|in_progress|state_changed/)
  expect((await audits(projectId)).map(({ action }) => action)).toEqual(["monitor.muted"])
  await expect(ask(client, "mute", { ...args, plan_token })).rejects.toThrow("plan_used: ")
})

test("a plan is valid only for its key, tool and arguments", async () => {
  const { client, projectId, monitor } = await scene()
  const second = await makeLegacyKey(api.world, projectId)
  const stranger = await connectClient(api, second.authorization)
  const args = { monitor: monitor.id, minutes: 30 }
  const { plan_token } = await ask(client, "mute", args)
  const refused = "plan_invalid: This plan_token was not issued to this key for this tool"
  await expect(ask(stranger, "mute", { ...args, plan_token })).rejects.toThrow(refused)
  await expect(ask(client, "mute", { ...args, minutes: 31, plan_token })).rejects.toThrow(refused)
  await expect(ask(client, "resolve", { incident: "1", plan_token })).rejects.toThrow(refused)
  await expect(ask(client, "mute", { ...args, plan_token: "AAAA" })).rejects.toThrow(refused)
  expect(await audits(projectId)).toEqual([])
  expect(await ask(client, "mute", { ...args, plan_token })).toMatchObject({ status: "done" })
})

test("a plan whose state has changed says what changed, and does nothing", async () => {
  const { client, incident, projectId } = await scene()
  const { plan_token } = await ask(client, "resolve", { incident: "1" })
  await resolveIncident(api.world.system, incident.id)
  await expect(ask(client, "resolve", { incident: "1", plan_token })).rejects.toThrow(
    /^state_changed: Nothing was done, because the state changed since the plan: resolved_at is now .*, state is now <untrusted>resolved/,
  )
  expect(await audits(projectId)).toEqual([])
})

test("a plan expires after five minutes", () => {
  const plans = createPlanTokens("secret")
  const bound = { keyId: "k", tool: "mute", args: { minutes: 1 } }
  const now = new Date("2026-11-21T09:00:00Z")
  const { token, expiresAt } = plans.write(bound, { a: "1" }, now)
  expect(expiresAt.getTime() - now.getTime()).toBe(planMs)
  expect(plans.read(bound, token, new Date(expiresAt.getTime() - 1)).changed({ a: "1" })).toEqual(
    [],
  )
  expect(() => plans.read(bound, token, expiresAt)).toThrow("has expired")
})

test("retries with an idempotency key act once and return the same result", async () => {
  const { client, projectId } = await scene()
  const note = { incident: "1", text: "Rolled back.", idempotency_key: "note-1" }
  const first = await ask(client, "add_update", note)
  expect(await ask(client, "add_update", note)).toEqual(first)
  await expect(ask(client, "add_update", { ...note, text: "Other." })).rejects.toThrow(
    "idempotency_key_reused: ",
  )
  const args = { incident: "1", text: "# Why", idempotency_key: "pm-1" }
  const done = await carryOut(client, "save_postmortem", args)
  // Again from the start, like an agent that lost the response.
  expect(await carryOut(client, "save_postmortem", args)).toEqual(done)
  expect((await audits(projectId)).map(({ action }) => action)).toEqual([
    "incident.update_added",
    "incident.postmortem_saved",
  ])
})

test("a client that supports elicitation asks its user and executes only what is confirmed", async () => {
  const { key, monitor, projectId } = await scene()
  const asked: string[] = []
  const answers = [
    { action: "decline" as const },
    { action: "accept" as const, content: { confirm: true } },
  ]
  const client = await connectClient(api, key.authorization, {
    capabilities: { elicitation: { form: {} } },
  })
  client.setRequestHandler("elicitation/create", ({ params }) => {
    asked.push(params.message)
    return answers.shift() ?? { action: "cancel" as const }
  })
  const args = { monitor: monitor.id, minutes: 30 }
  expect(await ask(client, "mute", args)).toEqual({ status: "declined" })
  expect(await audits(projectId)).toEqual([])
  expect(await ask(client, "mute", args)).toMatchObject({ status: "done" })
  expect(asked[1]).toBe(
    "Mute a monitor?\nMutes <untrusted>Shop</untrusted> (unknown) for 30 minutes\nNobody is notified.",
  )
  expect(await audits(projectId)).toHaveLength(1)
})

test("every change is audited with its tool", async () => {
  const { client, projectId, monitor } = await scene()
  await ask(client, "acknowledge", { incident: "1" })
  await ask(client, "check_now", { monitor: monitor.id })
  await carryOut(client, "add_update", { incident: "1", text: "We are on it.", is_public: true })
  await carryOut(client, "create_monitors", {
    monitors: [{ name: "API", monitor_type: "tcp", host: "192.0.2.1", port: 443 }],
  })
  await carryOut(client, "schedule_maintenance", {
    title: "Upgrade",
    monitors: [monitor.id],
    starts_at: "2030-01-01T00:00:00Z",
    ends_at: "2030-01-01T01:00:00Z",
  })
  const tools = (await audits(projectId)).map(({ action, via }) => [action, via])
  expect(tools).toEqual(
    [
      ["incident.acknowledged", "acknowledge"],
      ["monitor.check_requested", "check_now"],
      ["incident.update_added", "add_update"],
      ["monitor.created", "create_monitors"],
      ["maintenance.scheduled", "schedule_maintenance"],
    ].map(([action, tool]) => [action, { client: "test-agent 1.0", tool }]),
  )
})

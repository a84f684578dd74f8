import { expect, test } from "vitest"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { muteMonitor } from "../../src/graphql/monitoring/monitor/silence/mute-monitor.ts"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import { createStatusPage } from "../../src/graphql/status-pages/status-page/create-status-page.ts"
import { createTeam } from "../../src/graphql/on-call/team/create-team.ts"
import { newId } from "../../src/platform/id.ts"
import { useApi } from "../support/api.ts"
import { ask, carryOut, connectClient, makeLegacyKey } from "../support/mcp.ts"
import { makeMember } from "../support/people.ts"
import { makeProject } from "../support/world.ts"

const api = useApi()

const make = (projectId: string, name: string, kind: "http" | "tls" = "http") =>
  createMonitor(api.world.system, {
    projectId,
    name,
    ...(kind === "http"
      ? { kind, url: "http://127.0.0.1:1/" }
      : { kind, host: "127.0.0.1", port: 443 }),
  })

async function scene() {
  const { id: projectId } = await makeProject(api.world)
  const { authorization } = await makeLegacyKey(api.world, projectId)
  const monitor = await make(projectId, "Checkout")
  const client = await connectClient(api, authorization)
  return { projectId, monitor, client, authorization }
}

const { prisma } = { prisma: () => api.world.services.database.prisma }

test("a monitor is found by its name in any letter case, and an unclear name says what to choose from", async () => {
  const { client, projectId, monitor } = await scene()
  await make(projectId, "Checkout API")
  const found = await ask(client, "get_monitor", { monitor: " checkout " })
  expect(found["monitor"]).toMatchObject({ id: monitor.id })
  await expect(ask(client, "get_monitor", { monitor: "check" })).rejects.toThrow(
    new RegExp(`not_found: .*Similar names: <untrusted>Checkout</untrusted> ${monitor.id}; `),
  )
  const twin = await make(projectId, "Checkout", "tls")
  await expect(ask(client, "mute", { monitor: "Checkout", minutes: 5 })).rejects.toThrow(
    /ambiguous: 2 monitors have this name/,
  )
  expect(await carryOut(client, "mute", { monitor: twin.id, minutes: 5 })).toMatchObject({
    result: { monitor: twin.id },
  })
  const { id: other } = await makeProject(api.world)
  await make(other, "Elsewhere")
  await expect(ask(client, "get_monitor", { monitor: "Elsewhere" })).rejects.toThrow("not_found: ")
})

test("a plan by name does not act on another monitor that has the name by then", async () => {
  const { client, projectId, monitor } = await scene()
  const { plan_token } = await ask(client, "delete_monitor", { monitor: "Checkout" })
  await prisma().monitor.update({ where: { id: monitor.id }, data: { name: "Old checkout" } })
  const second = await make(projectId, "Checkout")
  await expect(ask(client, "delete_monitor", { monitor: "Checkout", plan_token })).rejects.toThrow(
    "plan_invalid: ",
  )
  const kept = await prisma().monitor.findMany({ where: { projectId, deletedAt: null } })
  expect(kept.map(({ id }) => id).toSorted()).toEqual([monitor.id, second.id].toSorted())
})

test("a monitor is paused, resumed, unmuted, updated and deleted, each by a plan that says so", async () => {
  const { client, projectId, monitor } = await scene()
  await createLabel(api.world.system, { projectId, name: "web" })
  const args = { monitor: "Checkout" }
  expect(await ask(client, "pause_monitor", args)).toMatchObject({
    status: "planned",
    would_change: ["Pauses <untrusted>Checkout</untrusted> (unknown)"],
  })
  const read = () => prisma().monitor.findUniqueOrThrow({ where: { id: monitor.id } })
  expect((await read()).pausedAt).toBeNull()
  await carryOut(client, "pause_monitor", args)
  expect((await read()).pausedAt).not.toBeNull()
  await carryOut(client, "resume_monitor", args)
  expect((await read()).pausedAt).toBeNull()
  await muteMonitor(api.world.system, monitor.id, { durationMinutes: 5 })
  expect(await carryOut(client, "unmute", args)).toMatchObject({ result: { is_muted: false } })
  const changes = { failure_threshold: 4, monitoring_interval: "5m", labels: ["web"] }
  expect((await ask(client, "update_monitor", { ...args, ...changes }))["would_change"]).toEqual([
    "Changes <untrusted>Checkout</untrusted>",
    "monitoring_interval: <untrusted>1m</untrusted> → <untrusted>5m</untrusted>",
    "failure_threshold: <untrusted>2</untrusted> → <untrusted>4</untrusted>",
    "labels: <untrusted></untrusted> → <untrusted>web</untrusted>",
  ])
  await carryOut(client, "update_monitor", { ...args, ...changes })
  expect(await read()).toMatchObject({
    failureThreshold: 4,
    intervalSeconds: 300,
    name: "Checkout",
  })
  await expect(ask(client, "update_monitor", args)).rejects.toThrow("Give at least one of name, ")
  await expect(
    carryOut(client, "update_monitor", { ...args, failure_threshold: 0 }),
  ).rejects.toThrow("validation_failed: ")
  await carryOut(client, "delete_monitor", args)
  expect((await read()).deletedAt).not.toBeNull()
})

test("an incident is declared with a severity and monitors, and shown as planned", async () => {
  const { client, monitor, projectId } = await scene()
  const args = {
    title: "Checkout is slow",
    severity: "minor",
    monitors: ["checkout"],
    public_status: "degraded",
  }
  expect(await ask(client, "declare_incident", args)).toMatchObject({
    would_change: [
      "Declares a <untrusted>minor</untrusted> incident: <untrusted>Checkout is slow</untrusted>",
      "Shows <untrusted>Checkout</untrusted> as degraded",
    ],
  })
  expect(await carryOut(client, "declare_incident", args)).toMatchObject({
    status: "done",
    result: { incident: 1 },
  })
  const incident = await prisma().incident.findFirstOrThrow({
    where: { projectId },
    include: { severity: true, monitors: true },
  })
  expect(incident.severity.name).toBe("minor")
  expect(incident.monitors).toMatchObject([{ monitorId: monitor.id, status: "degraded" }])
  await expect(
    carryOut(client, "declare_incident", { ...args, severity: "unheard of" }),
  ).rejects.toThrow("validation_failed: ")
})

test("people and teams are paged for an incident, and with its declaration, each as planned", async () => {
  const { client, projectId } = await scene()
  const { userId } = await makeMember(api.world, projectId, "editor", "Grace Hopper")
  await createTeam(api.world.system, { projectId, name: "Payments", userIds: [userId] })
  const declared = { title: "Checkout is slow", whom: ["grace hopper"] }
  expect(await ask(client, "declare_incident", declared)).toMatchObject({
    would_change: [
      "Declares a <untrusted>major</untrusted> incident: <untrusted>Checkout is slow</untrusted>",
      "Pages 1 at once",
    ],
  })
  const pages = () => prisma().page.findMany({ where: { projectId }, orderBy: { id: "asc" } })
  expect(await pages()).toEqual([])
  expect(await carryOut(client, "declare_incident", declared)).toMatchObject({
    result: { incident: 1 },
  })
  expect(await pages()).toMatchObject([{ userId }])
  const more = { incident: "1", whom: ["Payments"], note: "The disk of db-1 is full." }
  expect(await ask(client, "page_someone", more)).toMatchObject({
    would_change: [
      "Pages 1 person or team at once for incident 1: <untrusted>Checkout is slow</untrusted>",
    ],
  })
  expect(await carryOut(client, "page_someone", more)).toMatchObject({
    status: "done",
    result: { incident: 1 },
  })
  const paged = await pages()
  expect(paged.map((page) => page.userId)).toContain(userId)
  expect(paged.every(({ askedBy }) => askedBy !== null)).toBe(true)
  await expect(ask(client, "page_someone", { ...more, whom: ["Nobody"] })).rejects.toThrow(
    "not_found: ",
  )
  await carryOut(client, "resolve", { incident: "1" })
  await expect(carryOut(client, "page_someone", more)).rejects.toThrow(/conflict|validation_failed/)
})

test("maintenance is listed and ended", async () => {
  const { client } = await scene()
  const now = Date.now()
  await carryOut(client, "schedule_maintenance", {
    title: "Upgrade",
    monitors: ["Checkout"],
    starts_at: new Date(now + 3_600_000).toISOString(),
    ends_at: new Date(now + 7_200_000).toISOString(),
  })
  const { maintenances } = await ask(client, "list_maintenances")
  const [window] = maintenances as { id: string }[]
  expect(window).toMatchObject({
    title: "<untrusted>Upgrade</untrusted>",
    state: "scheduled",
    monitor_count: 1,
  })
  const begun = { maintenance: window?.id ?? "" }
  await expect(ask(client, "end_maintenance", begun)).rejects.toThrow("Set cancel to true")
  const args = { ...begun, cancel: true }
  expect((await ask(client, "end_maintenance", args))["would_change"]).toEqual([
    "Cancels <untrusted>Upgrade</untrusted>",
    "Outages of its monitors (1) are declared again",
  ])
  expect(await carryOut(client, "end_maintenance", args)).toMatchObject({
    result: { state: "cancelled" },
  })
  expect(await ask(client, "list_maintenances")).toMatchObject({ maintenances: [] })
  await carryOut(client, "schedule_maintenance", {
    title: "Now",
    monitors: ["Checkout"],
    starts_at: new Date(now - 1000).toISOString(),
    ends_at: new Date(now + 3_600_000).toISOString(),
  })
  const ongoing = (await ask(client, "list_maintenances"))["maintenances"] as { id: string }[]
  expect(
    await carryOut(client, "end_maintenance", { maintenance: ongoing[0]?.id ?? "" }),
  ).toMatchObject({ result: { state: "completed" } })
})

test("status pages are listed, announced on, and get and lose components", async () => {
  const { client, projectId, monitor } = await scene()
  await createStatusPage(api.world.system, { projectId, name: "Acme", isPublic: true })
  const page = { status_page: "acme" }
  const component = { ...page, monitor: "Checkout", display_name: "Payments" }
  expect(await ask(client, "add_component", component)).toMatchObject({
    would_notify: ["visitors of the status page <untrusted>Acme</untrusted>"],
  })
  const added = await carryOut(client, "add_component", component)
  await carryOut(client, "announce", { ...page, text: "We move on Sunday." })
  const list = () =>
    ask(client, "list_status_pages").then(
      ({ status_pages }) => (status_pages as Record<string, unknown>[])[0],
    )
  const { component: id } = added["result"] as { component: string }
  expect(await list()).toMatchObject({
    components: [{ id, name: "<untrusted>Payments</untrusted>", monitor: monitor.id }],
    announcements: [{ text: "<untrusted>We move on Sunday.</untrusted>" }],
  })
  await carryOut(client, "remove_component", { ...page, component: id })
  expect(await list()).toMatchObject({ components: [] })
  await expect(ask(client, "announce", { status_page: "nope", text: "x" })).rejects.toThrow(
    "not_found: ",
  )
})

test("a key from before may still change all else, and says what it lacks", async () => {
  const { projectId } = await scene()
  const { id, authorization } = await makeLegacyKey(api.world, projectId)
  await prisma().apiKey.update({ where: { id }, data: { scopes: ["mcp:write"] } })
  const client = await connectClient(api, authorization)
  const { tools } = await client.listTools()
  const names = tools.map(({ name }) => name)
  expect(names).toContain("pause_monitor")
  expect(names).not.toContain("announce")
  await expect(ask(client, "announce", { status_page: "x", text: "x" })).rejects.toThrow(
    "insufficient_scope: This key lacks status_pages:write",
  )
})

test("channels are listed with their last error", async () => {
  const { client, projectId } = await scene()
  await prisma().channel.create({
    data: {
      id: newId(),
      projectId,
      kind: "slack_webhook",
      name: "Ops",
      hint: "hooks.slack.com",
      sealedConfig: Buffer.alloc(1),
      addressHash: Buffer.alloc(1),
      verifiedAt: new Date(),
      lastError: "Slack answered 404: channel_is_archived.",
    },
  })
  expect(await ask(client, "list_channels")).toMatchObject({
    channels: [
      {
        name: "<untrusted>Ops</untrusted>",
        is_verified: true,
        last_error: "<untrusted>Slack answered 404: channel_is_archived.</untrusted>",
        last_findings: [{ code: "as_written" }],
      },
    ],
  })
})

test("arguments of prompts and of resources' addresses are completed", async () => {
  const { client, projectId, monitor } = await scene()
  const { result } = await carryOut(client, "declare_incident", { title: "Checkout is slow" })
  const declared = result as { id: string }
  const completed = async (
    ref: Parameters<typeof client.complete>[0]["ref"],
    name: string,
    value: string,
  ) => (await client.complete({ ref, argument: { name, value } })).completion.values
  const noise = { type: "ref/prompt", name: "review_alert_noise" } as const
  expect(await completed(noise, "monitor", "chec")).toEqual(["Checkout"])
  expect(await completed(noise, "monitor", "none")).toEqual([])
  const triage = { type: "ref/prompt", name: "triage_incident" } as const
  expect(await completed(triage, "incident", "slow")).toEqual(["1"])
  const { resourceTemplates } = await client.listResourceTemplates()
  for (const { name, uriTemplate } of resourceTemplates) {
    const ref = { type: "ref/resource", uri: uriTemplate } as const
    expect(await completed(ref, "project", projectId.slice(0, 4))).toEqual([projectId])
    const expected = name === "monitor" ? monitor.id : declared.id
    expect(await completed(ref, "id", "checkout")).toEqual([expected])
  }
})

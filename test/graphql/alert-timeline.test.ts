import { expect, test } from "vitest"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { resolveAlert } from "../../src/graphql/incidents/alert/resolve-alerts.ts"
import { escalateAlert } from "../../src/graphql/incidents/alert/escalate-alert.ts"
import { shareAlert, revokeAlertShare } from "../../src/graphql/incidents/alert/share-alert.ts"
import { muteMonitor } from "../../src/graphql/monitoring/monitor/silence/mute-monitor.ts"
import { ask, keyActor } from "../support/ask.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

const source = `query ($id: ID!) { alert(id: $id) { timeline {
  nodes {
    __typename id at outcome title detail
    ... on TimelineCheck { check { reason connectMs } }
    ... on TimelineNetwork { samples { anchor isReachable } }
    ... on TimelineThreshold { counts { failureThreshold } }
    ... on TimelineDecision { decision steps { step outcome } }
    ... on TimelineEscalation { policyName leadId }
    ... on TimelineStep { round ruleOrder found }
    ... on TimelineDelivery { deliveryId channelKind recipientName state attempts { number } }
    ... on TimelineChange { change actorName client }
  }
  next { at title detail }
} } }`

type Node = { __typename: string; outcome: string; title: string } & Record<string, unknown>
type Timeline = { nodes: Node[]; next: { title: string }[] }

async function makeTeam() {
  const paging = pagingOf(world)
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const bo = await makeMember(world, projectId, "viewer", "Bo")
  await paging.channel({ userId: ada.userId }, "sms")
  await paging.channel({ userId: bo.userId }, "voice")
  const policy = await createPolicy(ada.ctx, {
    projectId,
    name: "Standard",
    rules: [
      { delayMinutes: 0, targets: [{ userId: ada.userId }] },
      { delayMinutes: 5, targets: [{ userId: bo.userId }] },
    ],
  })
  return { paging, projectId, ada, bo, policy }
}

async function timelineOf(id: string, actor: Parameters<typeof ask>[1]): Promise<Timeline> {
  const { data, errors } = await ask(world, actor, source, { id })
  expect(errors).toEqual([])
  return (data as { alert: { timeline: Timeline } }).alert.timeline
}

const egress = [{ anchor: "192.0.2.1:443", reachable: true, durationMs: 9 }]

test("the timeline of an outage that is paged, escalated early, acknowledged and over", async () => {
  const { paging, projectId, ada } = await makeTeam()
  const { monitor, alert } = await paging.fail(projectId, undefined, { egress })
  await paging.runDueSteps()
  await paging.deliver(alert.id)
  const before = await timelineOf(alert.id, ada.ctx.actor)
  expect(before.next.map(({ title }) => title)).toEqual(["Step 2 pages Bo by call"])
  await escalateAlert(ada.ctx, alert.id)
  await paging.runDueSteps()
  await paging.deliver(alert.id)
  await paging.acknowledge(alert.id)
  await paging.recover(monitor)
  const { nodes, next } = await timelineOf(alert.id, ada.ctx.actor)
  expect(next).toEqual([])
  expect(nodes.map(({ __typename, title }) => `${__typename}: ${title}`)).toEqual([
    "TimelineCheck: Check failed",
    "TimelineSecondCheck: Second check failed too",
    "TimelineNetwork: Our network was up",
    "TimelineThreshold: Failure threshold reached: 1 of 1",
    "TimelineDecision: Incident #1 declared",
    "TimelineEscalation: Policy “Standard” started",
    "TimelineStep: Step 1: paged Ada",
    expect.stringMatching(/^TimelineDelivery: SMS to Ada accepted in (?:less than 1|\d) s$/),
    "TimelineChange: Next step run early by Ada",
    "TimelineStep: Step 2: paged Bo",
    expect.stringMatching(/^TimelineDelivery: Call to Bo placed in (?:less than 1|\d) s$/),
    "TimelineChange: Acknowledged by test",
    expect.stringMatching(/^TimelineDecision: Recovered after (?:less than 1|\d) s$/),
    "TimelineChange: Alert and incident #1 resolved",
  ])
  expect(nodes[0]).toMatchObject({ check: { connectMs: 12.5 }, outcome: "FAILED" })
  expect(nodes.at(-2)).toMatchObject({ decision: "RECOVERED" })
})

test("a mute pauses paging, and a stranger or a key without monitors:read sees nothing", async () => {
  const { paging, projectId, ada } = await makeTeam()
  const { monitor, alert } = await paging.fail(projectId)
  await paging.runDueSteps()
  await muteMonitor(ada.ctx, monitor.id, { durationMinutes: 30 })
  const { nodes, next } = await timelineOf(alert.id, ada.ctx.actor)
  expect(nodes.slice(-3).map(({ outcome, title }) => `${outcome} ${title}`)).toEqual([
    "SKIPPED SMS to Ada not sent",
    "SKIPPED Monitor muted by Ada",
    "SKIPPED Paging is paused",
  ])
  expect(next).toMatchObject([{ title: "Step 1, round 2 pages Ada by SMS" }])
  await expect(escalateAlert(ada.ctx, alert.id)).rejects.toThrow("No step is waiting")

  // The field's former name.
  const former = "query ($id: ID!) { alert(id: $id) { story { nodes { title } } } }"
  const { data } = await ask(world, ada.ctx.actor, former, { id: alert.id })
  expect(data).toEqual({ alert: { story: { nodes: nodes.map(({ title }) => ({ title })) } } })

  const key = keyActor(projectId, "k", ["alerts:read"])
  const refused = await ask(world, key, source, { id: alert.id })
  expect(refused.errors[0]?.code).toBe("insufficient_scope")
  const { id: other } = await makeProject(world)
  const stranger = await makeMember(world, other, "owner", "Eve")
  const unknown = await ask(world, stranger.ctx.actor, source, { id: alert.id })
  expect(unknown.errors[0]?.code).toBe("not_found")
})

test("lists alerts by meaning, policy and person paged", async () => {
  const { paging, projectId, ada, bo, policy } = await makeTeam()
  const first = await paging.fail(projectId)
  await paging.runDueSteps()
  await resolveAlert(ada.ctx, first.alert.id)
  const second = await paging.fail(projectId)
  const list = async (filter: string) => {
    const text = `query ($id: ID!) { project(id: $id) { alerts(${filter}) { totalCount edges { node { id } } } } }`
    const { data, errors } = await ask(world, ada.ctx.actor, text, { id: projectId })
    expect(errors).toEqual([])
    const { alerts } = (
      data as { project: { alerts: { totalCount: number; edges: { node: { id: string } }[] } } }
    ).project
    expect(alerts.totalCount).toBe(alerts.edges.length)
    return alerts.edges.map(({ node }) => node.id)
  }
  expect(await list("meanings: [OPEN]")).toEqual([second.alert.id])
  expect(await list("meanings: [RESOLVED]")).toEqual([first.alert.id])
  expect(await list(`policyIds: ["${policy.id}"]`)).toEqual([second.alert.id, first.alert.id])
  expect(await list(`pagedUserIds: ["${ada.userId}"]`)).toEqual([first.alert.id])
  expect(await list(`pagedUserIds: ["${bo.userId}"]`)).toEqual([])
})

test("a link is made, listed and revoked by those who may change the alert", async () => {
  const { paging, projectId, ada, bo } = await makeTeam()
  const { alert } = await paging.fail(projectId)
  await expect(shareAlert(bo.ctx, { id: alert.id, days: 7 })).rejects.toMatchObject({
    code: "insufficient_scope",
  })
  const share = await shareAlert(ada.ctx, { id: alert.id, days: 7 })
  const shares = `query ($id: ID!) { alert(id: $id) { shares { id url createdBy } } }`
  const { data } = await ask(world, ada.ctx.actor, shares, { id: alert.id })
  expect(data).toMatchObject({ alert: { shares: [{ id: share.id, createdBy: "Ada" }] } })
  await revokeAlertShare(ada.ctx, share.id)
  await expect(revokeAlertShare(ada.ctx, share.id)).rejects.toMatchObject({ code: "not_found" })
})

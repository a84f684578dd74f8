import { expect, test } from "vitest"
import { asWritten, readFindings, type Finding } from "../../src/findings/finding.ts"
import { say } from "../../src/findings/say.ts"
import {
  descriptionOf,
  entryTextOf,
} from "../../src/graphql/incidents/incident/rules/incident-texts.ts"
import { updateIncident } from "../../src/graphql/incidents/incident/update-incident.ts"
import { isSameReason } from "../../src/findings/same-reason.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const got = (status: number) => ({ findings: [asWritten(`Got ${status}, expected 200–299`)] })

async function makeOutage() {
  const paging = pagingOf(world)
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const bo = await makeMember(world, projectId, "viewer", "Bo")
  await createPolicy(ada.ctx, {
    projectId,
    name: "Two",
    rules: [
      { delayMinutes: 0, targets: [{ userId: ada.userId }] },
      { delayMinutes: 10, targets: [{ userId: bo.userId }] },
    ],
  })
  const { alert, monitor } = await paging.fail(projectId, await paging.monitor(projectId), got(500))
  const incidentId = alert.incidentId ?? ""
  await paging.runDueSteps()
  await paging.deliver(alert.id)
  const { prisma } = world.services.database
  return {
    paging,
    incidentId,
    alertId: alert.id,
    down: (status: number) => paging.fail(projectId, monitor, got(status)),
    up: () => paging.recover(monitor),
    /** What alert and incident say, and the timeline as kind and text. */
    async says() {
      const said = await prisma.alert.findUniqueOrThrow({ where: { id: alert.id } })
      const description = say(readFindings(said.findings, said.description))
      const incident = await prisma.incident.findUniqueOrThrow({
        where: { id: incidentId },
        include: { updates: { orderBy: [{ at: "asc" }, { id: "asc" }] } },
      })
      const timeline = incident.updates.map(
        (update) => `${update.kind} ${entryTextOf(update).text.slice(0, 7)}`,
      )
      return [description.slice(0, 7), descriptionOf(incident).text.slice(0, 7), timeline]
    },
    async payloads(event: string) {
      const rows = await prisma.delivery.findMany({
        where: { event, queue: "event", subjectId: { in: [alert.id, incidentId] } },
        orderBy: { createdAt: "asc" },
      })
      return rows.map(({ payload }) => JSON.stringify(payload))
    },
  }
}

test("a reopened outage tells its present reason in alert, incident, events and pages", async () => {
  const { paging, alertId, down, up, says, payloads } = await makeOutage()
  expect(await says()).toEqual(["Got 500", "Got 500", ["declared Got 500"]])
  await up()
  await down(404)
  const timeline = ["declared Got 500", "resolved Recover", "reopened Got 404"]
  expect(await says()).toEqual(["Got 404", "Got 404", timeline])
  const [updated = ""] = await payloads("incident.updated")
  expect(updated).toContain("Got 404")
  expect(updated).not.toContain("Got 500")
  await up()
  await down(403)
  expect((await says()).at(-1)).toEqual([...timeline.slice(0, 2), "reopened Got 403"])
  await paging.earlier(alertId, 300)
  await paging.runDueSteps()
  const { id } = await world.services.database.prisma.delivery.findFirstOrThrow({
    where: { page: { alertId, user: { name: "Bo" } }, event: "alert.created" },
  })
  expect(say((await paging.read(id))?.description ?? [])).toBe("Got 403, expected 200–299")
})

test("an outage that goes on for another reason tells it to the next person, and pages nobody again", async () => {
  const { paging, alertId, down, says, payloads } = await makeOutage()
  await down(503)
  expect(await says()).toEqual(["Got 503", "Got 503", ["declared Got 500", "note Got 503"]])
  await down(502)
  await down(502)
  expect(await says()).toEqual(["Got 502", "Got 502", ["declared Got 500", "note Got 502"]])
  expect(await paging.pages(alertId)).toHaveLength(1)
  expect(await paging.runDueSteps()).toBe(0)
  await paging.acknowledge(alertId)
  expect((await payloads("alert.acknowledged"))[0]).toContain("Got 502")
})

test("a description that a person wrote stays", async () => {
  const { incidentId, alertId, down, up, says } = await makeOutage()
  await updateIncident(world.system, { id: incidentId, description: "The disk is full." })
  await down(503)
  await up()
  await down(404)
  const [alert, incident] = await says()
  expect([alertId, alert, incident]).toEqual([alertId, "Got 404", "The dis"])
})

const silent = (afterMs: number): Finding => ({ code: "no_response", parameters: { afterMs } })
const failed = (said: string | null): Finding => ({
  code: "job_failed",
  parameters: { agoMs: 1000, said },
})

test("measured times are no other reason", () => {
  expect(isSameReason([silent(10_000)], [silent(10_200)])).toBe(true)
  expect(isSameReason([failed("stopped after 3 s")], [failed("stopped after 12.5 s")])).toBe(true)
  expect(isSameReason([failed("disk full")], [failed("no route")])).toBe(false)
  expect(isSameReason([silent(10_000)], [failed(null)])).toBe(false)
})

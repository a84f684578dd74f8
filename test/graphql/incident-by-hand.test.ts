import { expect, test } from "vitest"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { resolveIncident } from "../../src/graphql/incidents/incident/change-state.ts"
import { addIncidentUpdate } from "../../src/graphql/incidents/incident/add-update.ts"
import { updateIncident } from "../../src/graphql/incidents/incident/update-incident.ts"
import { createTemplate } from "../../src/graphql/incidents/incident-template/create-template.ts"
import {
  fill,
  placeholdersOf,
} from "../../src/graphql/incidents/incident-template/rules/fill-template.ts"
import { readPublicPage } from "../../src/graphql/status-pages/status-page/view-page.ts"
import { ask } from "../support/ask.ts"
import { makeMember } from "../support/people.ts"
import { makePublicPage } from "../support/status-page.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

async function look(slug: string) {
  const view = await readPublicPage(world.services, slug, new Date())
  if (view === null) throw new Error("the page is public")
  const components = view.sections.flatMap((section) => section.components)
  return {
    headline: view.headline,
    statuses: Object.fromEntries(components.map(({ name, status }) => [name, status])),
    incidents: view.openIncidents.map(({ title, componentIds }) => ({
      title,
      about: componentIds.map((id) => components.find((one) => one.id === id)?.name),
    })),
  }
}

test("a manual incident announces the status of several monitors, which the page shows until it is resolved", async () => {
  const { projectId, page, attach } = await makePublicPage(world)
  const shop = await attach("Shop")
  const search = await attach("Search")
  await attach("Mail")
  const incident = await declareIncident(world.system, {
    projectId,
    title: "The cable was cut",
    severity: "minor",
    monitors: [
      { monitorId: search.monitor.id, status: "degraded" },
      { monitorId: shop.monitor.id, status: "offline" },
    ],
  })
  expect(await look(page.slug)).toEqual({
    headline: "partial_outage",
    statuses: { Shop: "offline", Search: "degraded", Mail: "unknown" },
    incidents: [{ title: "The cable was cut", about: ["Shop", "Search"] }],
  })
  await updateIncident(world.system, {
    id: incident.id,
    monitors: [{ monitorId: search.monitor.id, status: "operational" }],
  })
  expect(await look(page.slug)).toMatchObject({
    statuses: { Shop: "unknown", Search: "unknown" },
    incidents: [{ about: ["Search"] }],
  })
  const { prisma } = world.services.database
  const received = await prisma.delivery.findMany({
    where: { subjectId: incident.id },
    orderBy: { id: "asc" },
  })
  expect(received.map(({ payload }) => payload)).toMatchObject([
    { incident: { monitors: [{ status: "offline" }, { status: "degraded" }] } },
    { incident: { monitors: [{ id: search.monitor.id, status: "operational" }] } },
  ])
  await resolveIncident(world.system, incident.id)
  expect(await look(page.slug)).toMatchObject({ incidents: [] })
})

test("an announced status never looks better than the checked one", async () => {
  const { projectId, page, attach } = await makePublicPage(world)
  const shop = await attach("Shop")
  await world.services.database.pool.query(
    "update monitor_state set status = 'offline' where monitor_id = $1",
    [shop.monitor.id],
  )
  await declareIncident(world.system, {
    projectId,
    title: "Slow",
    monitors: [{ monitorId: shop.monitor.id, status: "degraded" }],
  })
  expect(await look(page.slug)).toMatchObject({ statuses: { Shop: "offline" } })
})

test("a monitor of another project, a duplicate and an unknown status are refused with a pointer", async () => {
  const { projectId, attach } = await makePublicPage(world)
  const { monitor } = await attach("Shop")
  const other = await (await makePublicPage(world)).attach("Shop")
  const faults = async (monitors: unknown) => {
    const given = { projectId, title: "Slow", monitors: monitors as never }
    const refused = await declareIncident(world.system, given).catch((e: unknown) => e)
    return (refused as { issues: { pointer: string }[] }).issues.map(({ pointer }) => pointer)
  }
  const one = { monitorId: monitor.id, status: "degraded" }
  expect(await faults([one, { ...one, monitorId: other.monitor.id }])).toEqual([
    "#/monitors/1/monitorId",
  ])
  expect(await faults([one, one])).toEqual(["#/monitors"])
  expect(await faults([{ ...one, status: "unknown" }])).toEqual(["#/monitors/0/status"])
})

test("placeholders are listed once, filled verbatim, and never left empty", () => {
  const words = "{{ Region }} is slow: {{cause}}, {{region}}, {{}} {{not one}}"
  expect(placeholdersOf(words)).toEqual(["region", "cause"])
  const values = [
    { name: "region", value: "{{cause}} $& EU" },
    { name: "cause", value: "rain" },
  ]
  expect(fill(words, values)).toBe(
    "{{cause}} $& EU is slow: rain, {{cause}} $& EU, {{}} {{not one}}",
  )
  expect(() => fill(words, [])).toThrow("#/values must give a value for region, cause")
})

test("a template provides title, text and severity, and the text of an update", async () => {
  const { id: projectId } = await makeProject(world)
  const template = await createTemplate(world.system, {
    projectId,
    name: "Provider",
    title: "{{provider}} is down",
    body: "We wait for {{provider}}.",
    severity: "critical",
  })
  const values = [{ name: "provider", value: "Acme" }]
  const made = await declareIncident(world.system, { projectId, templateId: template.id, values })
  expect(made).toMatchObject({ title: "Acme is down", description: "We wait for Acme." })
  const { prisma } = world.services.database
  const severity = await prisma.severity.findUniqueOrThrow({ where: { id: made.severityId } })
  expect(severity.name).toBe("critical")
  await addIncidentUpdate(world.system, { id: made.id, templateId: template.id, values })
  const updates = await prisma.incidentUpdate.findMany({
    where: { incidentId: made.id, kind: "note" },
  })
  expect(updates.map(({ body }) => body)).toEqual(["We wait for Acme."])
  const own = await declareIncident(world.system, {
    projectId,
    templateId: template.id,
    title: "Other words",
    description: "",
    severity: "minor",
  })
  expect(own).toMatchObject({ title: "Other words", description: "" })
  const long = [{ name: "provider", value: "x".repeat(300) }]
  const given = { projectId, templateId: template.id, values: long }
  await expect(declareIncident(world.system, given)).rejects.toMatchObject({
    issues: [{ pointer: "#/title" }],
  })
})

test("templates are managed over GraphQL with unique names, and another project's are unknown", async () => {
  const { id: projectId } = await makeProject(world)
  const { ctx } = await makeMember(world, projectId, "editor")
  const create = `mutation ($project: ID!, $name: String!) { createIncidentTemplate(
    projectId: $project, name: $name, title: "{{what}} is down", severity: "minor") {
      id placeholders severity { name } } }`
  const made = await ask(world, ctx.actor, create, { project: projectId, name: "Down" })
  const { createIncidentTemplate: template } = made.data as {
    createIncidentTemplate: { id: string }
  }
  expect(template).toMatchObject({ placeholders: ["what"], severity: { name: "minor" } })
  const again = await ask(world, ctx.actor, create, { project: projectId, name: "Down" })
  expect(again.errors).toMatchObject([{ code: "validation_failed" }])
  const stranger = await makeMember(world, (await makeProject(world)).id, "owner")
  const change = `mutation ($id: ID!) { updateIncidentTemplate(id: $id, severity: null) { severity { name } } }`
  expect((await ask(world, stranger.ctx.actor, change, template)).errors).toMatchObject([
    { code: "not_found" },
  ])
  expect((await ask(world, ctx.actor, change, template)).data).toEqual({
    updateIncidentTemplate: { severity: null },
  })
  const remove = "mutation ($id: ID!) { deleteIncidentTemplate(id: $id) }"
  expect((await ask(world, ctx.actor, remove, template)).errors).toEqual([])
  const list = `query ($id: ID!) { project(id: $id) { incidentTemplates { edges { node { id } } } } }`
  expect((await ask(world, ctx.actor, list, { id: projectId })).data).toEqual({
    project: { incidentTemplates: { edges: [] } },
  })
  const declare = `mutation ($project: ID!, $id: ID!) { declareIncident(projectId: $project, templateId: $id) { id } }`
  const gone = await ask(world, ctx.actor, declare, { project: projectId, id: template.id })
  expect(gone.errors).toMatchObject([{ code: "validation_failed" }])
})

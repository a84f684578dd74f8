import { expect, test } from "vitest"
import { acknowledgeIncident } from "../../src/graphql/incidents/incident/acknowledge-incident.ts"
import {
  changeIncidentState,
  reopenIncident,
  resolveIncident,
} from "../../src/graphql/incidents/incident/change-state.ts"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { savePostmortem } from "../../src/graphql/incidents/incident/save-postmortem.ts"
import { createState } from "../../src/graphql/incidents/state/create-state.ts"
import { languages } from "../../src/graphql/status-pages/status-page/rules/page-language.ts"
import { readPublicPage } from "../../src/graphql/status-pages/status-page/view-page.ts"
import { feedOf } from "../../src/pages/feed/feed.ts"
import { statusDocuments } from "../../src/pages/status-json/json-documents.ts"
import { localeOf } from "../../src/pages/status-page/locale.ts"
import { settingOf } from "../../src/pages/status-page/read-locale.ts"
import { plainText } from "../../src/pages/markdown.ts"
import { renderIncident } from "../../src/pages/status-page/render-page.ts"
import { makePublicPage } from "../support/status-page.ts"
import { useWorld } from "../support/world.ts"

const world = useWorld()
const address = "https://status.example.com"

const both = (words: string, json: string) => ({ page: words, feed: words, json })

test("the page, the feed and the JSON name the same state of an incident, step by step", async () => {
  const { page, projectId, attach } = await makePublicPage(world)
  const { monitor } = await attach("Shop")
  const ctx = world.system
  for (const name of ["monitoring", "waiting"]) {
    const state = { subject: "incident", color: "#123456", meaning: "acknowledged" } as const
    await createState(ctx, { ...state, projectId, name })
  }
  const { id } = await declareIncident(ctx, {
    projectId,
    title: "Fire",
    monitors: [{ monitorId: monitor.id, status: "offline" }],
  })
  async function shown() {
    const view = await readPublicPage(world.services, page.slug, new Date())
    const incident = [...(view?.openIncidents ?? []), ...(view?.pastIncidents ?? [])][0]
    if (view === null || incident === undefined) throw new Error("the incident is on the page")
    const locale = { language: null, query: new URLSearchParams(), isChosen: false }
    const { text } = renderIncident(view, incident, settingOf("", locale, "en"), plainText)
    const json = statusDocuments.get("incidents.json")?.(view, address) ?? ""
    const { incidents } = JSON.parse(json) as { incidents: { status: string }[] }
    return {
      page: /<strong>(.*?)<\/strong>/.exec(text)?.[1],
      feed: /<strong>(.*?)<\/strong>/.exec(feedOf(view, address).entries[0]?.content ?? "")?.[1],
      json: incidents[0]?.status,
    }
  }
  expect(await shown()).toEqual(both("Investigating", "investigating"))
  await acknowledgeIncident(ctx, id)
  expect(await shown()).toEqual(both("Identified", "identified"))
  await changeIncidentState(ctx, { id, state: "monitoring" })
  expect(await shown()).toEqual(both("Monitoring", "monitoring"))
  // A state of the project's own keeps its name where people read it.
  await changeIncidentState(ctx, { id, state: "waiting" })
  expect(await shown()).toEqual(both("waiting", "identified"))
  await changeIncidentState(ctx, { id, state: "identified" })
  expect(await shown()).toEqual(both("Identified", "identified"))
  await resolveIncident(ctx, id)
  expect(await shown()).toEqual(both("Resolved", "resolved"))
  await reopenIncident(ctx, id)
  const reopened = await shown()
  expect(reopened.page?.toLowerCase()).toBe(reopened.json)
  await resolveIncident(ctx, id)
  await savePostmortem(ctx, { id, note: "A spark.", published: true })
  expect(await shown()).toEqual(both("Resolved", "postmortem"))
})

test("every language has a word of its own for each state", () => {
  for (const language of languages) {
    const { state } = localeOf(language).words
    expect(new Set(Object.values(state)).size).toBe(4)
  }
})

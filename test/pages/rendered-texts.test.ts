import { monitorEventLoopDelay } from "node:perf_hooks"
import { expect, test } from "vitest"
import { addIncidentUpdate } from "../../src/graphql/incidents/incident/add-update.ts"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { savePostmortem } from "../../src/graphql/incidents/incident/save-postmortem.ts"
import { newId } from "../../src/platform/id.ts"
import { createTurns } from "../../src/platform/turns.ts"
import { renderApart } from "../../src/pages/render-apart.ts"
import { useApi } from "../support/api.ts"
import { makeMember } from "../support/people.ts"
import { makePublicPage } from "../support/status-page.ts"
import { soon } from "../support/soon.ts"

const api = useApi()
const { world } = api

const longest = 50_000
const fill = (part: string) => part.repeat(longest / part.length).slice(0, longest)

/** Texts of the largest size that cost a parser of Markdown the most. */
const costly = {
  emphasis: fill("_a_"),
  quotes: fill(">"),
  lists: Array.from({ length: 300 }, (_, at) => `${" ".repeat(at)}- a`).join("\n"),
  "small items": fill("-\n"),
}

const page = async (slug: string, path = "") => {
  const response = await fetch(`${api.address}/status/${slug}${path}`)
  return { status: response.status, text: await response.text() }
}

const storedOf = async (incidentId: string) => {
  const { rows } = await world.services.database.pool.query<{ markup: string }>(
    "select markup from rendered_text where incident_id = $1",
    [incidentId],
  )
  return rows.map(({ markup }) => markup)
}

async function declareOn(name: string) {
  const made = await makePublicPage(world, { name })
  const { monitor } = await made.attach("Shop")
  const { ctx } = await makeMember(world, made.projectId, "editor")
  const { id } = await declareIncident(ctx, {
    projectId: made.projectId,
    title: "Fire",
    monitors: [{ monitorId: monitor.id, status: "offline" }],
  })
  return { ...made, id, ctx }
}

test("no text of a tenant delays the others, and each is shown", async () => {
  const attacker = await declareOn("Attacker")
  const other = await declareOn("Other")
  await addIncidentUpdate(other.ctx, { id: other.id, body: "We are **on it**.", isPublic: true })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  for (const body of Object.values(costly)) {
    await addIncidentUpdate(attacker.ctx, { id: attacker.id, body, isPublic: true })
  }
  const [ofOther, ofAttacker] = await Promise.all([page(other.page.slug), page(attacker.page.slug)])
  await soon(async () => (await storedOf(attacker.id)).length).toBe(Object.keys(costly).length)
  delay.disable()
  expect(ofOther).toMatchObject({ status: 200 })
  expect(ofOther.text).toContain("We are <strong>on it</strong>.")
  expect(ofAttacker.status).toBe(200)
  expect(delay.max / 1e6).toBeLessThan(1000)
  const incident = await page(attacker.page.slug, `/incidents/${attacker.id}`)
  expect(incident.status).toBe(200)
})

test("a text is rendered when it is saved, once, and dropped when it is replaced", async () => {
  const { id, ctx, page: at } = await declareOn("Saved")
  await addIncidentUpdate(ctx, { id, body: "Saved *once*", isPublic: true })
  await soon(async () => (await storedOf(id)).length).toBe(1)
  await savePostmortem(ctx, { id, note: "First **cause**", published: true })
  await soon(async () => (await storedOf(id)).length).toBe(2)
  await savePostmortem(ctx, { id, note: "Second **cause**" })
  await soon(async () => (await storedOf(id)).join("")).toContain("Second")
  expect((await storedOf(id)).filter((markup) => markup.includes("First"))).toEqual([])
  expect((await page(at.slug, `/incidents/${id}`)).text).toContain("Second <strong>cause</strong>")
})

test("a text of an earlier version is rendered when it is needed, and then stored", async () => {
  const { id, page: at } = await declareOn("Earlier")
  await world.services.database.pool.query(
    `insert into incident_update (id, incident_id, kind, body, actor_kind, actor_name, is_public)
     values ($1, $2, 'note', 'From **before**', 'user', 'Ann', true)`,
    [newId(), id],
  )
  expect((await page(at.slug, `/incidents/${id}`)).text).toContain("From <strong>before</strong>")
  expect(await storedOf(id)).toHaveLength(1)
})

test("projects take turns", async () => {
  const inTurn = createTurns(1)
  const order: string[] = []
  const work = (holder: string) =>
    inTurn(holder, async () => {
      await Promise.resolve()
      order.push(holder)
    })
  await Promise.all(["one", "one", "one", "two"].map(work))
  expect(order).toEqual(["one", "one", "two", "one"])
})

test("what is too much is shown as it was written", async () => {
  const [plain, markup] = await renderApart("one", [costly.emphasis, "**quick**"])
  expect(plain).toContain("_a__a_")
  expect(markup).toContain("<strong>quick</strong>")
  const texts = [`${">".repeat(30)} deep`, `${">".repeat(5)} deep`]
  const [deep, shallow] = await renderApart("one", texts)
  expect(deep).not.toContain("<blockquote>")
  expect(shallow).toContain("<blockquote>")
})

import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import { expect, test } from "vitest"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { fitAnswer } from "../../src/mcp/fit-answer.ts"
import { listed, tools } from "../../src/mcp/tools.ts"
import { newId } from "../../src/platform/id.ts"
import { useApi } from "../support/api.ts"
import { insertMonitors } from "../support/checks.ts"
import { ask, connectClient, makeLegacyKey } from "../support/mcp.ts"
import { makeProject } from "../support/world.ts"

const api = useApi()

test("the list of tools is at most 6,000 tokens for a model, and each describes its effect", () => {
  const all = tools.map(listed)
  // Clients show a model what to call and when; the rest is for programs.
  const seen = all.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  expect(countTokens(JSON.stringify(seen))).toBeLessThanOrEqual(6000)
  expect(countTokens(JSON.stringify(all))).toBeLessThanOrEqual(9000)
  for (const tool of tools) {
    expect(tool.name).toMatch(/^[a-z_]{3,40}$/)
    expect(tool.description.length).toBeGreaterThan(40)
    expect(tool.input.safeParse(tool.example).error).toBeUndefined()
    expect(Object.values(tool.annotations).every((one) => typeof one === "boolean")).toBe(true)
    expect(tool.annotations.readOnlyHint).toBe(tool.kind === "read")
  }
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
})

test("a long list is truncated at 4,000 tokens, and cursors page through all of it", async () => {
  const { id: projectId } = await makeProject(api.world)
  const { authorization } = await makeLegacyKey(api.world, projectId)
  const made = await insertMonitors(api.world, projectId, 120)
  const client = await connectClient(api, authorization)
  const seen: unknown[] = []
  let cursor: unknown
  do {
    const page = await ask(client, "list_monitors", cursor === undefined ? {} : { cursor })
    expect(countTokens(JSON.stringify(page))).toBeLessThanOrEqual(4000)
    seen.push(...(page["monitors"] as { id: string }[]).map(({ id }) => id))
    cursor = page["next_cursor"] ?? undefined
  } while (cursor !== undefined)
  expect(seen).toHaveLength(made.length)
  expect(new Set(seen).size).toBe(made.length)
})

test("a long post-mortem draft keeps the beginning and the end within 4,000 tokens, and says what it left out", async () => {
  const { id: projectId } = await makeProject(api.world)
  const { authorization } = await makeLegacyKey(api.world, projectId)
  const { id } = await declareIncident(api.world.system, { projectId, title: "Checkout is down" })
  const { prisma } = api.world.services.database
  const [declared] = await prisma.incidentUpdate.findMany({ where: { incidentId: id } })
  if (declared === undefined) throw new Error("an incident starts with an entry")
  const entries = 60
  await prisma.incidentUpdate.createMany({
    data: Array.from({ length: entries }, (_, at) => ({
      incidentId: id,
      actorKind: declared.actorKind,
      actorName: declared.actorName,
      id: newId(),
      kind: "note" as const,
      at: new Date(declared.at.getTime() + (at + 1) * 1000),
      body: `${at}: "Restarted" ${"the cache and the queue, ".repeat(20)}`,
    })),
  })
  const client = await connectClient(api, authorization)
  const answer = await ask(client, "draft_postmortem", { incident: "1" })
  expect(countTokens(JSON.stringify(answer))).toBeLessThanOrEqual(4000)
  const draft = String(answer["draft"])
  const left = Number(/\((\d+) entries left out\)/.exec(draft)?.[1])
  expect(left).toBeGreaterThan(10)
  expect(draft.match(/^- .*: note by/gm)).toHaveLength(entries - left)
  expect(draft).toMatch(/: declared by .*\n- .*: note by [^:]*: 0: "Restarted"/)
  expect(draft).toContain(`: ${entries - 1}: "Restarted"`)
  expect(draft).toContain("## What will prevent it")
})

test("rows are omitted from the end, and a row that is too large is returned alone", () => {
  const place = { cursors: ["a", "b", "c"], end: "z" }
  const row = "x".repeat(4000)
  const cut = fitAnswer({ rows: [row, row, row] }, "rows", place)
  expect(cut.answer).toEqual({ rows: [row, row], next_cursor: "b" })
  expect(cut.text).toBe(JSON.stringify(cut.answer))
  expect(fitAnswer({ rows: [row.repeat(4)] }, "rows", place).answer["next_cursor"]).toBe("z")
  const whole = fitAnswer({ rows: ["x"] }, "rows", { cursors: ["a"], end: null })
  expect(whole).toEqual({
    answer: { rows: ["x"], next_cursor: null },
    text: '{"rows":["x"],"next_cursor":null}',
  })
})

test("findings of rows are left out before rows are, of the longest list first", () => {
  const finding = { code: "no_check", parameters: {}, text: "x".repeat(200) }
  const row = { text: "x".repeat(100), findings: [finding], title_finding: finding }
  const answer = {
    why_findings: [finding],
    few: [row, row],
    many: Array.from({ length: 20 }, () => row),
  }
  const { answer: fitted, text } = fitAnswer(answer, null, null)
  expect(text.length).toBeLessThan(8500)
  expect(fitted).toEqual({ ...answer, many: answer.many.map((one) => ({ text: one.text })) })
})

test("other lists of an answer lose rows before it is too long, and it says how many", () => {
  const rows = Array.from({ length: 40 }, () => "x".repeat(300))
  const place = { cursors: rows.map((_, at) => String(at)), end: null }
  const { answer: cut } = fitAnswer(
    { alert_timeline: rows, checks: rows.slice(0, 4), timeline: rows },
    "timeline",
    place,
  )
  expect(JSON.stringify(cut).length).toBeLessThanOrEqual(8600)
  expect(cut["checks"]).toHaveLength(4)
  const kept = (cut["alert_timeline"] as unknown[]).length
  expect(kept).toBeGreaterThan(10)
  expect(cut["left_out"]).toEqual({ alert_timeline: rows.length - kept })
  expect(cut["timeline"]).not.toHaveLength(0)
  expect(fitAnswer({ rows: ["x"] }, null, null).answer).toEqual({ rows: ["x"] })
})

import { z } from "zod"
import { id } from "../graphql/kernel/input.ts"
import { projectPage } from "../rest/graphql.ts"
import type { Run } from "./run-document.ts"
import type { Call } from "./tool.ts"
import { notFound, ToolError } from "./tool-error.ts"
import { untrusted } from "./untrusted.ts"

const numbered = /^#?(\d{1,9})$/

/** An incident as people name it: by number or by id. */
export const incidentRef = z
  .string({ error: "must be text" })
  .refine(
    (text) => numbered.test(text) || id.safeParse(text).success,
    "must be an incident's number, such as 17, or its id",
  )
  .describe("Number or id.")

const named = z.string({ error: "must be text" }).trim().min(1).max(200)

/** A monitor as people name it: by its whole name, in any letter case, or by id. */
export const monitorRef = named.describe("Name or id.")

/** A status page: by its whole name, its slug or its id. */
export const statusPageRef = named.describe("Name, slug or id.")

const FindIncident = projectPage("incidents", "node { id number }")
const FindMonitor = projectPage("monitors", "node { id name kind }")
const FindStatusPage = projectPage("statusPages", "node { id name slug }")
const first = 100

/** The arguments with names and numbers of incidents, monitors and status pages replaced by ids. */
export async function findReferences(
  run: Run,
  { projectId, args }: Call,
): Promise<Record<string, unknown>> {
  const { incident, monitor, monitors, status_page: page } = args
  const found: Record<string, unknown> = {}
  if (typeof incident === "string") found["incident"] = await incidentOf(run, projectId, incident)
  if (typeof monitor === "string") found["monitor"] = await monitorOf(run, projectId, monitor)
  if (isTexts(monitors)) {
    const ids = await Promise.all(monitors.map((one) => monitorOf(run, projectId, one)))
    found["monitors"] = [...new Set(ids)]
  }
  if (typeof page === "string") found["status_page"] = await pageOf(run, projectId, page)
  return { ...args, ...found }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string")

const isId = (text: string): boolean => id.safeParse(text).success

async function incidentOf(run: Run, projectId: string, text: string): Promise<string> {
  const number = numbered.exec(text)?.[1]
  if (number === undefined) return text
  const { project } = await run(FindIncident, {
    projectId,
    first,
    search: number,
    sort: "NUMBER_ASC",
  })
  const found = project?.incidents.edges.find(({ node }) => node.number === Number(number))
  if (found === undefined) throw notFound("incident", "list_incidents gives their numbers.")
  return found.node.id
}

async function monitorOf(run: Run, projectId: string, text: string): Promise<string> {
  if (isId(text)) return text
  const { project } = await run(FindMonitor, { projectId, first, search: text })
  const near = (project?.monitors.edges ?? []).map(({ node }) => node)
  return theOnly("monitor", text, near, ({ name }) => [name])
}

async function pageOf(run: Run, projectId: string, text: string): Promise<string> {
  if (isId(text)) return text
  const { project } = await run(FindStatusPage, { projectId, first })
  const all = (project?.statusPages.edges ?? []).map(({ node }) => node)
  return theOnly("status page", text, all, ({ name, slug }) => [name, slug])
}

const mostNamed = 5
const folded = (text: string) => text.normalize().toLowerCase()

/** @throws {ToolError} if none has the name, or several have: it names those to choose from. */
function theOnly<Row extends { id: string; name: string }>(
  noun: "monitor" | "status page",
  text: string,
  rows: Row[],
  namesOf: (row: Row) => string[],
): string {
  const exact = rows.filter((row) => namesOf(row).some((name) => folded(name) === folded(text)))
  const [one, ...others] = exact
  if (one !== undefined && others.length === 0) return one.id
  const shown = (exact.length > 0 ? exact : rows).slice(0, mostNamed)
  const list = shown.map((row) => `${untrusted(row.name, 60)} ${row.id}`).join("; ")
  if (exact.length > 1) {
    throw new ToolError("ambiguous", `${exact.length} ${noun}s have this name. Use an id: ${list}.`)
  }
  const lists = noun === "monitor" ? "list_monitors" : "list_status_pages"
  throw notFound(noun, list === "" ? `${lists} gives their names.` : `Similar names: ${list}.`)
}

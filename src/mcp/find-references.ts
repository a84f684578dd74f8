import { z } from "zod"
import { id } from "../graphql/kernel/input.ts"
import { graphql, projectPage } from "../rest/graphql.ts"
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

/** People, teams and policies to page: by their whole names, or ids. */
export const whomRef = z.array(named).max(20).describe("People or teams: names or ids.")

const FindWhom = graphql(`
  query mcpFindWhom($projectId: ID!) {
    project(id: $projectId) {
      teams(first: 100) {
        edges {
          node {
            id
            name
            people {
              id
              name
            }
          }
        }
      }
      onCallPolicies(first: 100) {
        edges {
          node {
            id
            name
          }
        }
      }
      rotations(first: 100) {
        edges {
          node {
            layers {
              participants {
                id
                name
              }
            }
          }
        }
      }
    }
  }
`)

/** The arguments with names and numbers of incidents, monitors and status pages replaced by ids. */
export async function findReferences(
  run: Run,
  { projectId, args }: Call,
): Promise<Record<string, unknown>> {
  const { incident, monitor, monitors, status_page: page, whom } = args
  const found: Record<string, unknown> = {}
  if (typeof incident === "string") found["incident"] = await incidentOf(run, projectId, incident)
  if (typeof monitor === "string") found["monitor"] = await monitorOf(run, projectId, monitor)
  if (isTexts(monitors)) {
    const ids = await Promise.all(monitors.map((one) => monitorOf(run, projectId, one)))
    found["monitors"] = [...new Set(ids)]
  }
  if (typeof page === "string") found["status_page"] = await pageOf(run, projectId, page)
  if (isTexts(whom) && whom.length > 0) found["whom"] = await whomOf(run, projectId, whom)
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

/** Each as `user:`, `team:` or `policy:` and an id. */
async function whomOf(run: Run, projectId: string, texts: string[]): Promise<string[]> {
  const { project } = await run(FindWhom, { projectId })
  const teams = (project?.teams.edges ?? []).map(({ node }) => node)
  const policies = (project?.onCallPolicies.edges ?? []).map(({ node }) => node)
  const rotations = (project?.rotations.edges ?? []).map(({ node }) => node)
  const people = [
    ...teams.flatMap((team) => team.people),
    ...rotations.flatMap(({ layers }) => layers.flatMap(({ participants }) => participants)),
  ].flatMap((one) => one ?? [])
  const rows = [
    ...people.map(({ id, name }) => ({ id: `user:${id}`, name })),
    ...teams.map(({ id, name }) => ({ id: `team:${id}`, name })),
    ...policies.map(({ id, name }) => ({ id: `policy:${id}`, name })),
  ]
  const known = [...new Map(rows.map((row) => [row.id, row])).values()]
  return texts.map((text) => {
    if (!isId(text)) return theOnly("person, team or policy", text, known, ({ name }) => [name])
    return known.find(({ id }) => id.endsWith(`:${text}`))?.id ?? `user:${text}`
  })
}

/** The input of what `findReferences` made of whom to page. */
export function pageOfWhom(whom: readonly string[]) {
  const of = (kind: string) =>
    whom.flatMap((one) => (one.startsWith(`${kind}:`) ? [one.slice(kind.length + 1)] : []))
  return { userIds: of("user"), teamIds: of("team"), policyId: of("policy")[0] ?? null }
}

const mostNamed = 5
const folded = (text: string) => text.normalize().toLowerCase()

const listOf = {
  monitor: "list_monitors",
  "status page": "list_status_pages",
  "person, team or policy": "who_is_on_call",
} as const

/** @throws {ToolError} if none has the name, or several have: it names those to choose from. */
function theOnly<Row extends { id: string; name: string }>(
  noun: keyof typeof listOf,
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
  throw notFound(
    noun,
    list === "" ? `${listOf[noun]} gives their names.` : `Similar names: ${list}.`,
  )
}

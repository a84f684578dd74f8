import { z } from "zod"
import { id } from "../graphql/kernel/input.ts"
import { graphql } from "../rest/graphql.ts"
import type { Run } from "./run-document.ts"
import type { Call } from "./tool.ts"
import { notFound } from "./tool-error.ts"

const numbered = /^#?(\d{1,9})$/

/** An incident as people name it: by number or by id. */
export const incidentRef = z
  .string({ error: "must be text" })
  .refine(
    (text) => numbered.test(text) || id.safeParse(text).success,
    "must be an incident's number, such as 17, or its id",
  )
  .describe("Number or id.")

const FindIncident = graphql(`
  query mcpFindIncident($projectId: ID!, $search: String!) {
    project(id: $projectId) {
      incidents(search: $search, first: 100, sort: NUMBER_ASC) {
        edges {
          node {
            id
            number
          }
        }
      }
    }
  }
`)

/** The arguments with the number of an incident replaced by its id. */
export async function findReferences(
  run: Run,
  { projectId, args }: Call,
): Promise<Record<string, unknown>> {
  const { incident } = args
  const number = typeof incident === "string" ? numbered.exec(incident)?.[1] : undefined
  if (number === undefined) return args
  const { project } = await run(FindIncident, { projectId, search: number })
  const found = project?.incidents.edges.find(({ node }) => node.number === Number(number))
  if (found === undefined) throw notFound("incident", "list_incidents gives their numbers.")
  return { ...args, incident: found.node.id }
}

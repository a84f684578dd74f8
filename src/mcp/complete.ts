import type { CompleteRequestParams, CompleteResult } from "@modelcontextprotocol/server"
import { projectPage } from "../rest/graphql.ts"
import type { Run } from "./run-document.ts"

/** As many as a completion may have. */
const mostValues = 100

const FindIncidents = projectPage("incidents", "node { id number }")
const FindMonitors = projectPage("monitors", "node { id name }")

type Found = { values: string[]; hasMore: boolean }

/** Values that an argument of a prompt or of a resource's address may have, by what was typed so far. */
export async function complete(
  run: Run,
  projectId: string,
  { ref, argument }: CompleteRequestParams,
): Promise<CompleteResult> {
  const { values, hasMore } =
    ref.type === "ref/prompt"
      ? await ofPrompt(run, projectId, argument)
      : await ofResource(run, projectId, ref.uri, argument)
  return { completion: { values: values.slice(0, mostValues), hasMore } }
}

type Argument = CompleteRequestParams["argument"]

async function ofPrompt(run: Run, projectId: string, { name, value }: Argument): Promise<Found> {
  if (name === "incident") {
    const { rows, hasMore } = await incidents(run, projectId, value)
    return { values: rows.map(({ number }) => String(number)), hasMore }
  }
  if (name !== "monitor") return nothing
  const { rows, hasMore } = await monitors(run, projectId, value)
  return { values: [...new Set(rows.map((one) => one.name))], hasMore }
}

/** Ids are completed by names too, because nobody types the start of an id. */
async function ofResource(
  run: Run,
  projectId: string,
  uri: string,
  { name, value }: Argument,
): Promise<Found> {
  if (name === "project") {
    return { values: projectId.startsWith(value) ? [projectId] : [], hasMore: false }
  }
  if (name !== "id") return nothing
  const find = uri.includes("/incident/") ? incidents : monitors
  const { rows, hasMore } = await find(run, projectId, value)
  return { values: rows.map(({ id }) => id), hasMore }
}

const nothing: Found = { values: [], hasMore: false }

async function incidents(run: Run, projectId: string, value: string) {
  const search = value.trim().slice(0, 200) || null
  const { project } = await run(FindIncidents, { projectId, first: mostValues, search })
  const { edges = [], pageInfo } = project?.incidents ?? {}
  return { rows: edges.map(({ node }) => node), hasMore: pageInfo?.hasNextPage ?? false }
}

async function monitors(run: Run, projectId: string, value: string) {
  const search = value.trim().slice(0, 200) || null
  const { project } = await run(FindMonitors, { projectId, first: mostValues, search })
  const { edges = [], pageInfo } = project?.monitors ?? {}
  return { rows: edges.map(({ node }) => node), hasMore: pageInfo?.hasNextPage ?? false }
}

import type { GraphQLParams } from "graphql-yoga"
import { z } from "zod"
import { Refusal } from "../http/refusal.ts"

const object = (name: string) =>
  z.record(z.string(), z.unknown(), { error: `${name} must be an object` }).nullish()

const shape = z.strictObject({
  query: z.string({ error: "query must be a string" }).optional(),
  operationName: z.string({ error: "operationName must be a string" }).nullish(),
  variables: object("variables"),
  extensions: object("extensions"),
})

/**
 * Reads a request's parameters from the query of a GET or the JSON body of a POST.
 *
 * @throws {Refusal} 400 that names the invalid member.
 */
export async function readParams(request: Request): Promise<GraphQLParams> {
  const given = request.method === "GET" ? fromAddress(request.url) : fromBody(await request.text())
  if (Array.isArray(given))
    throw refused("Send one operation per request. Batches are not supported.")
  const parsed = shape.safeParse(given)
  if (!parsed.success) throw refused(sentence(parsed.error.issues[0]))
  const { query, operationName, variables, extensions } = parsed.data
  if (query === undefined && extensions?.["persistedQuery"] === undefined) {
    throw refused("The request is not valid: query must be a string.")
  }
  return {
    // A persisted query without its document is reported where it is executed.
    query: query ?? "",
    ...(query === undefined && extensions ? { extensions } : {}),
    ...(operationName ? { operationName } : {}),
    ...(variables ? { variables } : {}),
  }
}

function fromAddress(url: string): Record<string, unknown> {
  const { searchParams } = new URL(url)
  const json = (name: string) => {
    const text = searchParams.get(name)
    return text === null || text === "" ? undefined : parseJson(text, `The parameter ${name}`)
  }
  return {
    query: searchParams.get("query") ?? undefined,
    operationName: searchParams.get("operationName"),
    variables: json("variables"),
    extensions: json("extensions"),
  }
}

const fromBody = (text: string): unknown => parseJson(text, "The body")

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refused(`${where} must be valid JSON.`)
  }
}

function sentence(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === "unrecognized_keys") {
    const keys = issue.keys.map((key) => key.slice(0, 50)).join(", ")
    return `Unknown member: ${keys}. Send query, variables, operationName or extensions.`
  }
  return issue === undefined || issue.path.length === 0
    ? 'The body must be an object, as in {"query": "…", "variables": {}}.'
    : `The request is not valid: ${issue.message}.`
}

const refused = (detail: string) => new Refusal("validation_failed", detail)

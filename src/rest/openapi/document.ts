import { scopes } from "../../graphql/access.ts"
import type { Operation, Tag } from "../operation.ts"
import { operations } from "../operations.ts"
import { defaultLimit, mostRows } from "../read-query.ts"
import { createRefusals, headers, headersOfSuccess, problemSchema } from "./responses.ts"
import { createSchemas } from "./schemas.ts"
import type { Json } from "./schemas.ts"
import { webhooks } from "./webhooks.ts"

const tags: Record<Tag, string> = {
  Monitors: "What is watched, its portable form, and its mutes.",
  Incidents: "What the team and the public talk about while something is down.",
  Alerts: "What wakes a person.",
  "Scheduled maintenances": "Windows in which nothing is declared.",
  "Status pages": "Public pages, and the monitors that they show.",
  "On-call": "Who is paged, and who has the watch at this moment.",
  "Webhook endpoints": "Where events are sent, signed as Standard Webhooks version 1.",
  Usage: "What the project has used of its plan.",
}

const introduction = `Everything that the dashboard does with monitors, incidents, alerts, maintenance windows, status pages, on-call and webhook endpoints, for programs.

Send a public API key of the project as a bearer token; it is bound to that project, so no operation names one. Times are ISO 8601 in UTC. Every member of an answer is always present, and null where there is no value; within /v1 answers may gain members.

Lists take \`limit\` and \`after\`. A POST with an \`Idempotency-Key\` is executed once in 24 hours, however often it is sent. Errors are problem documents (RFC 9457) with a stable \`code\`.`

/** The whole of /v1 as OpenAPI 3.1, for an installation at `baseUrl`. */
export function openApi(baseUrl: string): Json {
  const schemas = createSchemas()
  const refusals = createRefusals(baseUrl)
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    const { path, method } = operation
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: describe(operation, schemas.write, refusals.write),
    }
  }
  const events = webhooks(schemas.write)
  return {
    openapi: "3.1.0",
    info: {
      title: "Watchkeeper API",
      version: "1",
      summary: "Uptime and incidents, for programs.",
      description: introduction,
      contact: { name: "Whoever runs this installation", url: baseUrl },
      license: { name: "Unlicensed", url: baseUrl },
    },
    servers: [
      {
        url: "{base_url}",
        description: "This installation.",
        variables: { base_url: { default: baseUrl, description: "Where it is reached." } },
      },
    ],
    security: [{ apiKey: [] }],
    tags: Object.entries(tags)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks: events,
    components: {
      schemas: { ...schemas.named, Problem: problemSchema },
      headers,
      responses: refusals.named,
      parameters: shared,
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "watchkeeper_live_…",
          description: `A public API key of a project. Scopes: ${scopes.join(", ")}.`,
        },
      },
    },
  }
}

type Write = ReturnType<typeof createSchemas>["write"]
type Refuse = ReturnType<typeof createRefusals>["write"]

const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` })

function describe(operation: Operation, write: Write, refuse: Refuse): Json {
  const { id, tag, summary, scope, body, method, isList, status, answer } = operation
  const parameters: Json[] = [
    ...pathParameters(operation),
    ...queryParameters(operation, write),
    ...(isList ? [parameter("limit"), parameter("after")] : []),
    ...(method === "POST" ? [parameter("idempotencyKey")] : []),
  ]
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: `${operation.description}\n\nNeeds the scope \`${scope}\`.`,
    "x-required-scope": scope,
    parameters,
    ...(body === null
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              "application/json": { schema: write(body.schema, "input"), example: body.example },
            },
          },
        }),
    responses: {
      [status]: {
        description: answer === null ? "Done; there is nothing to tell." : "Done.",
        headers: headersOfSuccess(operation),
        ...(answer === null
          ? {}
          : {
              content: {
                "application/json": {
                  schema: write(answer.schema, "output"),
                  example: answer.example,
                },
              },
            }),
      },
      ...refuse(operation),
    },
  }
}

const pathParameters = ({ path }: Operation): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: `The id of the ${name.replace(/_id$/, "").replaceAll("_", " ")}.`,
    schema: { type: "string", format: "uuid" },
    example: "01937f5e-4c1a-7000-8000-3a5d5c1f0b21",
  }))

function queryParameters({ query }: Operation, write: Write): Json[] {
  const { properties = {} } = write(query, "input")
  return Object.entries(properties as Record<string, Json>).map(
    ([name, { description, ...schema }]) => ({ name, in: "query", description, schema }),
  )
}

const shared: Json = {
  limit: {
    name: "limit",
    in: "query",
    description: "How many items a page holds.",
    schema: { type: "integer", minimum: 1, maximum: mostRows, default: defaultLimit },
  },
  after: {
    name: "after",
    in: "query",
    description:
      "next_cursor of the page before, with the same other parameters; left out for the first page.",
    schema: { type: "string" },
  },
  idempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "1 to 255 visible ASCII characters, new for each logical operation. Sent again within 24 hours with the " +
      "same request it is answered from store; with another request it is refused.",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
    example: "6f0b2c1e-9b0d-4a57-8f0e-0d6c4d1f6a90",
  },
}

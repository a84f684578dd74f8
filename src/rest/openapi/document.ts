import { scopes } from "../../graphql/kernel/access.ts"
import type { Operation, Tag } from "../operation.ts"
import { operations } from "../operations.ts"
import { cursorLength, defaultLimit, mostRows } from "../read-query.ts"
import { withBounds } from "./bounds.ts"
import { createRefusals, headers, headersOfSuccess, problemSchema } from "./responses.ts"
import { createSchemas, type Json } from "./schemas.ts"
import { webhooks } from "./webhooks.ts"

const tags: Record<Tag, string> = {
  Monitors: "List, export, import and mute monitors.",
  Incidents: "Outages and other incidents, with their post-mortems.",
  Alerts: "Alerts that page the people on call.",
  "Scheduled maintenances": "Windows during which no incidents or alerts are declared.",
  "Status pages": "Status pages and the monitors they show.",
  "On-call": "Escalation policies, and who is on call now.",
  "Webhook endpoints": "URLs that receive events, signed according to Standard Webhooks version 1.",
  Usage: "What the project has used of its plan's limits.",
}

const introduction = `Everything the dashboard does with monitors, incidents, alerts, maintenance windows, status pages, on-call and webhook endpoints.

Send a public API key of the project as a bearer token. A key belongs to one project, so no operation names a project. Times are ISO 8601 in UTC. Every field of a response is always present, and null where it has no value. Within /v1, responses may gain members, and ignoring the ones that you do not know is always safe; the first ones keep their name, type and order. Added so far: \`alerts_muted_until\` of a Monitor, \`slo\` of an Alert, \`source\` of an Alert, \`findings\` of an Alert and an Incident, and the members of a MonitorConfig after \`labels\`.

Lists take \`limit\` and \`after\`. A POST with an \`Idempotency-Key\` is executed once within 24 hours, however often it is sent. Errors are problem documents (RFC 9457) with a stable \`code\`.`

/** The OpenAPI 3.1 document of /v1 for an installation at `baseUrl`. */
export const openApi = (baseUrl: string): Json => withBounds(unbounded(baseUrl))

function unbounded(baseUrl: string): Json {
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
      summary: "Monitors, incidents, alerts, status pages and on-call.",
      description: introduction,
      contact: { name: "Administrator of this installation", url: baseUrl },
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
    },
    servers: [
      {
        url: "{base_url}",
        description: "Production: this installation.",
        "x-internal": false,
        variables: { base_url: { default: baseUrl } },
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
    description: `${operation.description}\n\nRequires the scope \`${scope}\`.`,
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
        description: answer === null ? "Done; no content." : "Done.",
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
    description: "Maximum number of items per page.",
    schema: { type: "integer", minimum: 1, maximum: mostRows, default: defaultLimit },
  },
  after: {
    name: "after",
    in: "query",
    description:
      "next_cursor of the previous page, with the same other parameters. Omit it for the first page.",
    schema: { type: "string", maxLength: cursorLength },
  },
  idempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "1 to 255 visible ASCII characters, new for each operation. Within 24 hours, a retry with the same key and " +
      "request returns the stored response; the same key with a different request is refused.",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
    example: "6f0b2c1e-9b0d-4a57-8f0e-0d6c4d1f6a90",
  },
}

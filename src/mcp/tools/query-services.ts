import { z } from "zod"
import { graphql } from "../../rest/graphql.ts"
import { lower, rows } from "../answers.ts"
import { range, short, windowOf } from "../telemetry-answers.ts"
import { readTool } from "../tool.ts"
import { untrusted } from "../untrusted.ts"

const mostServices = 30
const mostOperations = 30
const mostCalls = 30

export const queryServices = readTool({
  name: "query_services",
  title: "Query services",
  description:
    "Services with traces: calls, errors and durations of each, and the service map: who calls which service, " +
    "database, queue or host. With service, only that one, its neighbors, and its operations.",
  scope: "telemetry:read",
  example: { service: "cart" },
  input: z.strictObject({
    service: z.string({ error: "must be text" }).max(300).optional(),
    without_checks: z.boolean().default(false).describe("Leave out Watchkeeper's own checks."),
    ...range,
  }),
  output: z.object({ services: rows, operations: rows, map: rows }),
  document: graphql(`
    query mcpServices(
      $projectId: ID!
      $from: DateTime!
      $to: DateTime!
      $withoutChecks: Boolean!
      $service: String!
      $isOne: Boolean!
    ) {
      project(id: $projectId) {
        services(from: $from, to: $to, withoutChecks: $withoutChecks) {
          name
          calls
          errors
          p50Ms
          p95Ms
          p99Ms
        }
        serviceOperations(service: $service, from: $from, to: $to, withoutChecks: $withoutChecks)
          @include(if: $isOne) {
          name
          calls
          errors
          p95Ms
        }
        serviceMap(from: $from, to: $to) {
          edges {
            source
            target
            kind
            calls
            errors
            p95Ms
          }
        }
      }
    }
  `),
  variables: ({ projectId, args, now }) => ({
    projectId,
    ...windowOf(args, now),
    withoutChecks: args.without_checks,
    service: args.service ?? "",
    isOne: args.service !== undefined,
  }),
  answer: ({ project }, { args }) => {
    const isShown = (...names: string[]) =>
      args.service === undefined || names.includes(args.service)
    const services = (project?.services ?? []).filter(({ name }) => isShown(name))
    const edges = (project?.serviceMap.edges ?? []).filter(({ source, target }) =>
      isShown(source, target),
    )
    const operations = project?.serviceOperations ?? []
    return {
      services: services.slice(0, mostServices).map((one) => ({
        service: untrusted(one.name, 60),
        calls: one.calls,
        errors: one.errors,
        p50_ms: short(one.p50Ms),
        p95_ms: short(one.p95Ms),
        p99_ms: short(one.p99Ms),
      })),
      operations: operations.slice(0, mostOperations).map((one) => ({
        operation: untrusted(one.name, 80),
        calls: one.calls,
        errors: one.errors,
        p95_ms: short(one.p95Ms),
      })),
      map: edges.slice(0, mostCalls).map((one) => ({
        source: untrusted(one.source, 60),
        target: untrusted(one.target, 60),
        kind: lower(one.kind),
        calls: one.calls,
        errors: one.errors,
        p95_ms: short(one.p95Ms),
      })),
      ...leftOut("services", services.length - mostServices),
      ...leftOut("operations", operations.length - mostOperations),
      ...leftOut("map", edges.length - mostCalls),
    }
  },
})

const leftOut = (name: string, rows: number) => (rows > 0 ? { [`${name}_left_out`]: rows } : {})

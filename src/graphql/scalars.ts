import { GraphQLError, GraphQLScalarType, Kind, valueFromASTUntyped } from "graphql"
import { builder } from "./builder.ts"

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

/** What a statement has already written as this scalar does. */
const written = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const parseDateTime = (value: unknown): Date => {
  const date = typeof value === "string" && iso.test(value) ? new Date(value) : new Date(Number.NaN)
  if (Number.isNaN(date.getTime())) {
    throw new GraphQLError("A DateTime must be written as in 2026-11-21T09:30:00Z.")
  }
  return date
}

builder.addScalarType(
  "DateTime",
  new GraphQLScalarType<Date, string>({
    name: "DateTime",
    description: "A moment in UTC, ISO 8601 with milliseconds: 2026-11-21T09:30:00.000Z.",
    specifiedByURL: "https://scalars.graphql.org/andimarek/date-time.html",
    serialize: (value) =>
      typeof value === "string" && written.test(value)
        ? value
        : (value instanceof Date ? value : new Date(String(value))).toISOString(),
    parseValue: parseDateTime,
    parseLiteral: (node) => parseDateTime(node.kind === Kind.STRING ? node.value : null),
  }),
)

builder.addScalarType(
  "JSON",
  new GraphQLScalarType<unknown, unknown>({
    name: "JSON",
    description: "Any JSON value; its shape is told where it is used.",
    serialize: (value) => value,
    parseValue: (value) => value,
    parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
  }),
)

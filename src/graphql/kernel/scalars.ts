import { GraphQLError, GraphQLScalarType, Kind, valueFromASTUntyped } from "graphql"
import { builder } from "./builder.ts"

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

/** This scalar's format, which some statements already return. */
const written = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const parseDateTime = (value: unknown): Date => {
  const date = typeof value === "string" && iso.test(value) ? new Date(value) : new Date(Number.NaN)
  if (Number.isNaN(date.getTime())) {
    throw new GraphQLError("A DateTime must have the form 2026-11-21T09:30:00Z.")
  }
  return date
}

builder.addScalarType(
  "DateTime",
  new GraphQLScalarType<Date, string>({
    name: "DateTime",
    description: "A time in UTC, ISO 8601 with milliseconds: 2026-11-21T09:30:00.000Z.",
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
    description: "Any JSON value; each field that uses it documents its shape.",
    serialize: (value) => value,
    parseValue: (value) => value,
    parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
  }),
)

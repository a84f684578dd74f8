import {
  listFields,
  readFacets,
  type Facet,
  type FieldCount,
  type Signal,
} from "../../telemetry/query/read-facets.ts"
import { builder } from "../kernel/builder.ts"
import { invalid } from "../kernel/errors.ts"
import { mayRead, queryArg, rangeArgs } from "./telemetry-args.graph.ts"
import { readTelemetry } from "./telemetry-store.ts"
import { readWindow } from "./telemetry-window.ts"

const SearchTarget = builder.enumType("TelemetrySearchTarget", {
  description: "What a query searches.",
  values: {
    LOGS: { value: "logs", description: "Log records." },
    SPANS: { value: "spans", description: "Spans of traces." },
  } satisfies Record<string, { value: Signal; description: string }>,
})

const FacetType = builder.objectRef<Facet>("TelemetryFacet").implement({
  description: "A value of a field, and how often it occurs.",
  fields: (t) => ({
    field: t.exposeString("field", { description: "The field as asked for." }),
    value: t.exposeString("value", { description: "One of its values." }),
    records: t.exposeFloat("records", { description: "Records or spans that have it." }),
  }),
})

const FieldType = builder.objectRef<FieldCount>("TelemetryField").implement({
  description: "An attribute that can be searched.",
  fields: (t) => ({
    field: t.exposeString("field", {
      description: "Its name in queries, such as attr.http.route or resource.host.name.",
    }),
    records: t.exposeFloat("records", {
      description: "How many of the looked at records have it.",
    }),
  }),
})

const mostFields = 12

const signalArg = builder.args((t) => ({
  signal: t.field({ type: SearchTarget, required: true, description: "What to search." }),
}))

builder.prismaObjectFields("Project", (t) => ({
  telemetryFacets: t.field({
    type: [FacetType],
    authScopes: mayRead,
    description:
      "The ten most frequent values of each field among what matches a query. Needs telemetry:read.",
    args: {
      ...signalArg,
      ...queryArg,
      ...rangeArgs,
      fields: t.arg.stringList({
        required: true,
        description: "Up to 12 fields as in queries: service, level, attr.http.route.",
      }),
    },
    resolve({ id }, { signal, query, fields, ...range }, ctx) {
      if (fields.length === 0 || fields.length > mostFields) {
        throw invalid("#/fields", `must be 1 to ${mostFields} fields`)
      }
      const window = readWindow(id, range)
      return readTelemetry(ctx, (store) => readFacets(store, signal, window, { query, fields }))
    },
  }),
  telemetryFields: t.field({
    type: [FieldType],
    authScopes: mayRead,
    description:
      "Attributes of up to 20,000 records that match a query, the most frequent first, at most 100. Needs telemetry:read.",
    args: { ...signalArg, ...queryArg, ...rangeArgs },
    resolve({ id }, { signal, query, ...range }, ctx) {
      const window = readWindow(id, range)
      return readTelemetry(ctx, (store) => listFields(store, signal, window, query))
    },
  }),
}))

import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { exportMonitors } from "./export-config.ts"
import type { ImportResult, ImportedEntry } from "./rules/import-result.ts"
import { importMonitors } from "./import-config.ts"

builder.scalarType("MonitorConfigDocument", {
  description:
    "Monitors as a portable JSON document, version 1: schema/monitor-config.schema.json defines its shape.",
  serialize: (document) => document,
  parseValue: (value) => value,
})

const Outcome = builder.enumType("MonitorImportOutcome", {
  description: "What an import does with an entry.",
  values: valuesOf({
    create: "A monitor is created.",
    skip: "A monitor with this name and type already exists.",
    invalid: "The entry breaks a rule.",
    fail: "The entry is valid, but the monitor could not be created.",
  }),
})

const Entry = builder.objectRef<ImportedEntry>("MonitorImportEntry").implement({
  description: "What an import does with one entry of its document.",
  fields: (t) => ({
    name: t.exposeString("name", { nullable: true, description: "The name in the entry." }),
    monitorType: t.exposeString("monitorType", {
      nullable: true,
      description: "The type, normalized if it is known.",
    }),
    outcome: t.expose("outcome", { type: Outcome, description: "The result for this entry." }),
    reason: t.exposeString("reason", {
      nullable: true,
      description:
        "The reason, or what remains to be done by hand; null if there is nothing to report.",
    }),
    monitorId: t.exposeID("monitorId", {
      nullable: true,
      description: "The monitor that was created or already existed.",
    }),
  }),
})

const Result = builder.objectRef<ImportResult>("MonitorImport").implement({
  description: "What an import did, or would do.",
  fields: (t) => ({
    dryRun: t.exposeBoolean("dryRun", { description: "Whether nothing was written." }),
    createdCount: t.exposeInt("createdCount", { description: "Monitors created." }),
    skippedCount: t.exposeInt("skippedCount", {
      description: "Entries whose monitors already exist.",
    }),
    invalidCount: t.exposeInt("invalidCount", { description: "Entries that break a rule." }),
    failedCount: t.exposeInt("failedCount", {
      description: "Entries whose monitors could not be created.",
    }),
    unmatchedLabels: t.exposeStringList("unmatchedLabels", {
      description: "Labels that the project lacks; new monitors are created without them.",
    }),
    createdLabels: t.exposeStringList("createdLabels", {
      description: "Labels that were created, or would be; empty unless createLabels is true.",
    }),
    entries: t.expose("entries", { type: [Entry], description: "In the document's order." }),
  }),
})

builder.prismaObjectField("Project", "monitorConfig", (t) =>
  t.field({
    type: "MonitorConfigDocument",
    description: "Every live monitor as a portable document, by name. Needs monitors:read.",
    resolve: ({ id }, _args, ctx) => exportMonitors(ctx, id),
  }),
)

builder.mutationField("importMonitors", (t) =>
  t.field({
    type: Result,
    description:
      "Creates the monitors of a document that the project does not have yet. Needs monitors:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      document: t.arg({
        type: "MonitorConfigDocument",
        required: true,
        description: "At most 1,000 monitors.",
      }),
      dryRun: t.arg.boolean({ description: "True to return the result without writing anything." }),
      createLabels: t.arg.boolean({
        description: "True to create the labels that new monitors name and the project lacks.",
      }),
    },
    resolve: (_root, args, ctx) => importMonitors(ctx, args),
  }),
)

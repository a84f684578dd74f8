import { builder } from "../builder.ts"
import { exportMonitors } from "./export.ts"
import type { ImportResult, ImportedEntry } from "./import-result.ts"
import { importMonitors } from "./import.ts"

builder.scalarType("MonitorConfigDocument", {
  description:
    "Monitors as a portable JSON document, version 1: schema/monitor-config.schema.json tells its shape.",
  serialize: (document) => document,
  parseValue: (value) => value,
})

const Outcome = builder.enumType("MonitorImportOutcome", {
  description: "What an import does with an entry.",
  values: {
    CREATE: { value: "create", description: "It makes a monitor of it." },
    SKIP: { value: "skip", description: "There is a monitor of its name and type already." },
    INVALID: { value: "invalid", description: "The entry breaks a rule." },
    FAIL: { value: "fail", description: "The entry is right, and yet it could not be made." },
  } as const,
})

const Entry = builder.objectRef<ImportedEntry>("MonitorImportEntry").implement({
  description: "What an import does with one entry of its document.",
  fields: (t) => ({
    name: t.exposeString("name", { nullable: true, description: "As the entry says it." }),
    monitorType: t.exposeString("monitorType", {
      nullable: true,
      description: "In our word for it where the entry's is known.",
    }),
    outcome: t.expose("outcome", { type: Outcome, description: "What becomes of it." }),
    reason: t.exposeString("reason", {
      nullable: true,
      description: "Why, or what is left to do by hand; null where there is nothing to say.",
    }),
    monitorId: t.exposeID("monitorId", {
      nullable: true,
      description: "The monitor that was made, or that was there before.",
    }),
  }),
})

const Result = builder.objectRef<ImportResult>("MonitorImport").implement({
  description: "What an import did, or would do.",
  fields: (t) => ({
    dryRun: t.exposeBoolean("dryRun", { description: "Whether nothing was written." }),
    createdCount: t.exposeInt("createdCount", { description: "Monitors made." }),
    skippedCount: t.exposeInt("skippedCount", { description: "Entries that are there already." }),
    invalidCount: t.exposeInt("invalidCount", { description: "Entries that break a rule." }),
    failedCount: t.exposeInt("failedCount", { description: "Entries that could not be made." }),
    unmatchedLabels: t.exposeStringList("unmatchedLabels", {
      description: "Labels that the project does not have, so that new monitors do without them.",
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
      "Makes the monitors of a document that the project does not have yet. Needs monitors:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      document: t.arg({
        type: "MonitorConfigDocument",
        required: true,
        description: "At most 1,000 monitors.",
      }),
      dryRun: t.arg.boolean({ description: "True to answer the plan and write nothing." }),
    },
    resolve: (_root, args, ctx) => importMonitors(ctx, args),
  }),
)

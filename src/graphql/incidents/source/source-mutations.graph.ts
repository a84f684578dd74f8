import { builder } from "../../kernel/builder.ts"
import { omitNulls } from "../../kernel/input.ts"
import { rereadAs } from "../../kernel/reread.ts"
import { createSource, type CreatedSource } from "./create-source.ts"
import { deleteSource } from "./delete-source.ts"
import { rotateSourceKey } from "./rotate-source-key.ts"
import { SourceKindType, SourceType } from "./source.graph.ts"
import { testSource } from "./test-source.ts"
import { updateSource } from "./update-source.ts"

const CreatedSourceType = builder.objectRef<CreatedSource>("CreatedSource").implement({
  description: "A source with the only copy of its key.",
  fields: (t) => ({
    source: t.prismaField({
      type: SourceType,
      description: "The source.",
      resolve: (_query, { source }) => source,
    }),
    key: t.exposeString("key", {
      description: "The integration key. It is shown only once; its hash is stored.",
      extensions: { isSecret: true },
    }),
    url: t.exposeString("url", {
      description: "The address for the sender, with the key if the sender sends it nowhere else.",
      extensions: { isSecret: true },
    }),
  }),
})

const SourceLabelInput = builder.inputType("SourceLabelInput", {
  description: "A label of an alert.",
  fields: (t) => ({
    name: t.string({ required: true, description: "1 to 200 characters." }),
    value: t.string({ required: true, description: "At most 1,000 characters." }),
  }),
})

const SourcePathInput = builder.inputType("SourcePathInput", {
  description: "Where a member of a JSON body is.",
  fields: (t) => ({
    name: t.string({
      required: true,
      description: "dedupKey, title, message, state, severity, affected, link, image or labels.",
    }),
    path: t.string({
      required: true,
      description: "A path to one member, such as $.alert.title.",
    }),
  }),
})

const policyId = "Whom its alerts page; null for the project's default policy."
const severity = "The urgency of events that state none: high or low."
const labels = "Labels of all its alerts, at most 50."
const mapping = "For the kind JSON: where members are, if not in the usual places."
const isEnabled = "False refuses its senders' requests."

const reread = rereadAs("Source")

builder.mutationFields((t) => ({
  createSource: t.field({
    type: CreatedSourceType,
    description: "Creates a source of alerts. Needs alerts:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      kind: t.arg({
        type: SourceKindType,
        required: true,
        description: "The format that its senders speak.",
      }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
      integrationKey: t.arg.string({
        description:
          "A key that senders used before, such as the 32 characters of a PagerDuty integration; a new one by default.",
      }),
      policyId: t.arg.id({ description: policyId }),
      severity: t.arg.string({ description: severity }),
      labels: t.arg({ type: [SourceLabelInput], description: labels }),
      mapping: t.arg({ type: [SourcePathInput], description: mapping }),
      isEnabled: t.arg.boolean({ description: isEnabled }),
    },
    resolve: (_root, args, ctx) => createSource(ctx, omitNulls(args)),
  }),
  updateSource: t.prismaField({
    type: SourceType,
    description:
      "Changes a source; omitted settings keep their values. Paging of its open alerts follows another policy. Needs alerts:write.",
    args: {
      id: t.arg.id({ required: true, description: "The source." }),
      name: t.arg.string({ description: "1 to 200 characters." }),
      policyId: t.arg.id({ description: policyId }),
      severity: t.arg.string({ description: severity }),
      labels: t.arg({ type: [SourceLabelInput], description: labels }),
      mapping: t.arg({ type: [SourcePathInput], description: mapping }),
      isEnabled: t.arg.boolean({ description: isEnabled }),
    },
    resolve: (query, _root, args, ctx) =>
      reread(query, ctx, updateSource(ctx, omitNulls(args, "policyId", "mapping"))),
  }),
  rotateSourceKey: t.field({
    type: CreatedSourceType,
    description:
      "Gives a source a new key. The previous one is refused at once; requests with it are counted. Needs alerts:write.",
    args: { id: t.arg.id({ required: true, description: "The source." }) },
    resolve: (_root, { id }, ctx) => rotateSourceKey(ctx, id),
  }),
  deleteSource: t.id({
    description:
      "Deletes a source, its key and its payloads, and returns its id. Its open alerts are resolved. Needs alerts:write.",
    args: { id: t.arg.id({ required: true, description: "The source." }) },
    resolve: (_root, { id }, ctx) => deleteSource(ctx, id),
  }),
  testSource: t.prismaField({
    type: "Alert",
    description:
      "Raises a test alert of a source, which pages by its policy like any other; one that is open is reported again. Needs alerts:write.",
    args: { id: t.arg.id({ required: true, description: "The source." }) },
    resolve: (_query, _root, { id }, ctx) => testSource(ctx, id),
  }),
}))

import { providerNames, type Note, type ProviderName } from "../../../convert/conversion.ts"
import { providers } from "../../../convert/providers.ts"
import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { convertMonitors } from "./convert-monitors.ts"
import type { ReadExport } from "./read-export.ts"

type Value = { value: ProviderName | "watchkeeper"; description: string }

const products: Record<string, Value> = {
  WATCHKEEPER: { value: "watchkeeper", description: "A document of Watchkeeper itself." },
  ...Object.fromEntries(
    providerNames.map((name) => [
      name.replaceAll("-", "_").toUpperCase(),
      { value: name, description: `${providers[name].title}.` },
    ]),
  ),
}

const Product = builder.enumType("MonitorExportProduct", {
  description: "A product whose exports can be imported.",
  values: products,
})

const NoteKind = builder.enumType("MonitorConversionNoteKind", {
  description: "What a note is about.",
  values: valuesOf({
    lossy: "A monitor that differs from the export.",
    dropped: "A monitor that is not in the document.",
    general: "The export as a whole.",
  }),
})

const ConversionNote = builder.objectRef<Note>("MonitorConversionNote").implement({
  description: "Something of an export that is not in the document, or differs there.",
  fields: (t) => ({
    kind: t.expose("kind", { type: NoteKind, description: "What it is about." }),
    name: t.exposeString("name", {
      nullable: true,
      description: "The monitor's name in the export; null for GENERAL.",
    }),
    sourceType: t.exposeString("source_type", {
      nullable: true,
      description: "The monitor's type in the export; null for GENERAL.",
    }),
    detail: t.exposeString("detail", { description: "One sentence." }),
    pointer: t.string({
      nullable: true,
      description: "The place in the export as a JSON pointer, RFC 6901.",
      resolve: ({ pointer }) => pointer ?? null,
    }),
  }),
})

const Conversion = builder.objectRef<ReadExport>("MonitorConversion").implement({
  description: "An export as a document for importMonitors.",
  fields: (t) => ({
    product: t.field({
      type: Product,
      description: "The product that exported it.",
      resolve: ({ product }) => product ?? "watchkeeper",
    }),
    document: t.expose("document", {
      type: "MonitorConfigDocument",
      description: "The document; it contains no secrets of the export.",
    }),
    notes: t.expose("notes", {
      type: [ConversionNote],
      description: "What was left out or changed; empty for a document of our own.",
    }),
    sourceCount: t.int({
      nullable: true,
      description: "Monitors in the export; null for a document of our own.",
      resolve: ({ counts }) => counts?.source ?? null,
    }),
    droppedCount: t.int({
      description: "Monitors of the export that are not in the document.",
      resolve: ({ counts }) => counts?.dropped ?? 0,
    }),
  }),
})

builder.mutationField("convertMonitors", (t) =>
  t.field({
    type: Conversion,
    description:
      "Reads another product's export and writes nothing; a mutation, so that no cache keeps the export. At most 20 files a minute per project. Needs monitors:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      text: t.arg.string({
        description:
          "The file's content: JSON, YAML or CSV, at most 5 MiB. Required without database.",
      }),
      product: t.arg({ type: Product, description: "Detected if omitted." }),
      variables: t.arg.string({
        description:
          "Lines NAME=value that fill placeholders such as ${NAME}. Values that look secret appear in no note.",
      }),
      database: t.arg.string({
        description:
          "Instead of text: the database of Uptime Kuma, kuma.db, in base64 and optionally compressed with gzip.",
      }),
      databaseLog: t.arg.string({
        description: "The file kuma.db-wal beside it, likewise. It holds the latest changes.",
      }),
    },
    resolve: (_root, { projectId, product, ...given }, ctx) =>
      convertMonitors(ctx, {
        projectId,
        from: product ?? "auto",
        text: given.text ?? null,
        variables: given.variables ?? "",
        database: given.database ?? null,
        databaseLog: given.databaseLog ?? null,
      }),
  }),
)

import { mutation, projectField, type ResultOf } from "../graphql.ts"

export const ConvertMonitors = mutation(
  "convertMonitors",
  "product document sourceCount droppedCount notes { kind name sourceType detail }",
)
export type Conversion = ResultOf<typeof ConvertMonitors>["convertMonitors"]
export type Product = Conversion["product"]

export const ImportMonitors = mutation(
  "importMonitors",
  `
    createdCount
    skippedCount
    invalidCount
    failedCount
    unmatchedLabels
    createdLabels
    entries {
      name
      monitorType
      outcome
      reason
      monitorId
    }
  `,
)
export type ImportResult = ResultOf<typeof ImportMonitors>["importMonitors"]
export type ImportEntry = ImportResult["entries"][number]

export const ExportedMonitors = projectField("monitorConfig")

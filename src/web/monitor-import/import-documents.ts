import type { ResultOf } from "../graphql.ts"
import { graphql } from "../graphql.ts"

export const ConvertMonitors = graphql(`
  mutation ConvertMonitors(
    $projectId: ID!
    $text: String
    $database: String
    $databaseLog: String
    $variables: String
    $product: MonitorExportProduct
  ) {
    convertMonitors(
      projectId: $projectId
      text: $text
      database: $database
      databaseLog: $databaseLog
      variables: $variables
      product: $product
    ) {
      product
      document
      sourceCount
      droppedCount
      notes {
        kind
        name
        sourceType
        detail
      }
    }
  }
`)
export type Conversion = ResultOf<typeof ConvertMonitors>["convertMonitors"]
export type Product = Conversion["product"]

export const ImportMonitors = graphql(`
  mutation ImportMonitors(
    $projectId: ID!
    $document: MonitorConfigDocument!
    $dryRun: Boolean!
    $createLabels: Boolean!
  ) {
    importMonitors(
      projectId: $projectId
      document: $document
      dryRun: $dryRun
      createLabels: $createLabels
    ) {
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
    }
  }
`)
export type ImportResult = ResultOf<typeof ImportMonitors>["importMonitors"]
export type ImportEntry = ImportResult["entries"][number]

export const ExportedMonitors = graphql(`
  query ExportedMonitors($projectId: ID!) {
    project(id: $projectId) {
      id
      monitorConfig
    }
  }
`)

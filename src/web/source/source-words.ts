import type { SourceRow } from "./source-documents.ts"

export type SourceKind = SourceRow["kind"]

/** Names of the products, which no language changes. */
export const kindWord: Record<SourceKind, string> = { PAGERDUTY: "PagerDuty", JSON: "JSON" }

export const kindHint: Record<SourceKind, string> = {
  PAGERDUTY: "For everything that sends to PagerDuty's Events API: change its address.",
  JSON: "For everything that can post JSON: the members of the alert are found by paths.",
}

export const sourceKinds = Object.keys(kindWord) as SourceKind[]

/** Members of a JSON body, with the paths that are usual. */
export const jsonMembers = [
  { name: "title", label: "Title", usual: "$.title" },
  { name: "dedupKey", label: "Deduplication key", usual: "$.alert_uid" },
  { name: "state", label: "State", usual: "$.state" },
  { name: "severity", label: "Severity", usual: "$.severity" },
  { name: "affected", label: "What is affected", usual: "$.source" },
  { name: "message", label: "Message", usual: "$.message" },
  { name: "link", label: "Link", usual: "$.link_to_upstream_details" },
  { name: "image", label: "Image", usual: "$.image_url" },
  { name: "labels", label: "Labels", usual: "$.labels" },
] as const

import type { Document, fetchCodes } from "../codes/fetch.ts"
import type { WordsOf } from "../words.ts"

const names: Record<Document, string> = {
  calendar: "The calendar",
  metadata_document: "The metadata document",
}

const size = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MiB` : `${bytes / 1024} KiB`

export const fetch: WordsOf<typeof fetchCodes> = {
  nothing_sent: ({ host, resolved, why }, { say }) =>
    `Nothing was sent. ${resolved === null ? "" : `${host} resolves to ${resolved}: `}${say(why)}.`,
  nothing_sent_without_tls: () =>
    "Nothing was sent. URLs without TLS are only allowed for addresses in REACHABLE_RANGES. Use https://.",
  host_not_resolved_in_time: ({ host }) => `${host} could not be resolved in time.`,
  host_not_resolved: ({ host, errors }) =>
    `${host} could not be resolved: ${errors.join(" and ")}.`,
  document_host_silent: ({ what, seconds }) =>
    `${names[what]}'s host did not respond within ${seconds} s.`,
  document_host_unreachable: ({ what, error }) =>
    `${names[what]}'s host could not be reached: ${error}.`,
  document_cut_off: ({ what }) => `${names[what]}'s host closed the connection before the end.`,
  document_too_large: ({ what, mostBytes }) => `${names[what]} is larger than ${size(mostBytes)}.`,
  proxy_failed: ({ error }) => `${error}.`,
}

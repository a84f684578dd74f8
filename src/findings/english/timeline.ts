import type { joinedCauses, timelineCodes } from "../codes/timeline.ts"
import type { WordsOf } from "../words.ts"

const causeNames: Record<(typeof joinedCauses)[number], string> = {
  host: "host",
  address: "address",
  certificate: "certificate",
  resolver: "resolver",
  class: "failures of the kind",
  parent: "the same parent",
  monitor: "the same monitor",
  slo: "the same SLO",
  mass: "most monitors failing at once",
  other: "one cause",
}

export const timeline: WordsOf<typeof timelineCodes> = {
  paged_by_alert({ number, causes }, { list }) {
    const names = causes.map(({ kind, value }) => [causeNames[kind], value].join(" ").trim())
    const why = names.length === 0 ? causeNames.other : list(names)
    return `Alert #${number} pages for it: both have to do with ${why}.`
  },
}

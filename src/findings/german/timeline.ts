import type { joinedCauses, timelineCodes } from "../codes/timeline.ts"
import type { WordsOf } from "../words.ts"

const causeNames: Record<(typeof joinedCauses)[number], string> = {
  host: "Host",
  address: "Adresse",
  certificate: "Zertifikat",
  resolver: "Nameserver",
  class: "Fehler der Art",
  parent: "derselbe übergeordnete Monitor",
  monitor: "derselbe Monitor",
  slo: "dasselbe SLO",
  mass: "Ausfall der meisten Monitore zugleich",
  other: "eine Ursache",
}

export const timeline: WordsOf<typeof timelineCodes> = {
  paged_by_alert({ number, causes }, { list }) {
    const names = causes.map(({ kind, value }) => [causeNames[kind], value].join(" ").trim())
    const why = names.length === 0 ? causeNames.other : list(names)
    return `Alarm #${number} benachrichtigt auch für diesen. Gemeinsam: ${why}.`
  },
}

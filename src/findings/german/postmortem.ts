import type {
  draftMoments,
  draftSections,
  entryKinds,
  postmortemCodes,
} from "../codes/postmortem.ts"
import type { WordsOf } from "../words.ts"

const sections: Record<(typeof draftSections)[number], string> = {
  facts: "Fakten",
  detection: "Wie es erkannt wurde",
  target: "Was das Ziel zeigte",
  pages: "Wer benachrichtigt wurde",
  timeline: "Verlauf",
  cause: "Ursache",
  prevention: "Was es künftig verhindert",
}

const moments: Record<(typeof draftMoments)[number], string> = {
  started: "Begonnen",
  declared: "Gemeldet",
  acknowledged: "Bestätigt",
  resolved: "Gelöst",
}

const kinds: Record<(typeof entryKinds)[number], string> = {
  declared: "gemeldet",
  note: "Notiz",
  acknowledged: "bestätigt",
  state_changed: "Zustand geändert",
  reopened: "wieder geöffnet",
  resolved: "gelöst",
  postmortem: "Post-mortem",
}

export const postmortem: WordsOf<typeof postmortemCodes> = {
  draft_title: ({ number, title }, { say }) => `# Vorfall ${number}: ${say(title)}`,
  draft_section: ({ section }) => `## ${sections[section]}`,
  draft_moment({ moment: what, at, minutes, by }, { moment }) {
    const after = minutes === null ? "" : ` (${minutes} min nach dem Beginn)`
    return `- ${moments[what]}: ${moment(at)}${after}${by === null ? "" : ` von ${by}`}`
  },
  draft_not_yet: ({ moment }) =>
    `- ${moments[moment]}: ${moment === "acknowledged" ? "nie" : "noch nicht"}`,
  draft_severity: ({ severity }, { say }) => `- Schweregrad: ${say(severity)}`,
  draft_monitors: ({ monitors, more }, { list }) =>
    `- Monitore: ${monitors.length === 0 ? "keine" : list(monitors)}${more > 0 ? ` und ${more} weitere` : ""}`,
  draft_telemetry: ({ url }) => `[Traces, Logs und Änderungen](${url})`,
  draft_page: ({ at, name }, { moment }) => `- ${moment(at)}: ${name ?? "gelöscht"}`,
  draft_more_pages: ({ count: left }, { count }) =>
    `- ${count(left, "weitere Benachrichtigung", "weitere Benachrichtigungen")}`,
  draft_nobody_paged: () => "- Niemand",
  draft_entry({ at, kind, actor, body, flap }, { moment, say }) {
    const done = flap ? `${flap.outages}-mal instabil bis ${moment(flap.until)}` : kinds[kind]
    return `- ${moment(at)}: ${done}, ${actor}${body.length === 0 ? "" : `: ${say(body)}`}`
  },
  draft_entries_left_out: ({ count: left }, { count }) =>
    `- (${count(left, "Eintrag", "Einträge")} ausgelassen)`,
  draft_question: ({ about }) =>
    `Nicht in den gespeicherten Fakten: ${about === "cause" ? "was war die Ursache?" : "welche Maßnahmen, von wem, bis wann?"}`,
}

import type { draftMoments, draftSections, postmortemCodes } from "../codes/postmortem.ts"
import type { WordsOf } from "../words.ts"

const sections: Record<(typeof draftSections)[number], string> = {
  facts: "Facts",
  detection: "How it was detected",
  target: "What the target saw",
  pages: "Who was paged",
  timeline: "Timeline",
  cause: "Root cause",
  prevention: "What will prevent it",
}

const moments: Record<(typeof draftMoments)[number], string> = {
  started: "Started",
  declared: "Declared",
  acknowledged: "Acknowledged",
  resolved: "Resolved",
}

export const postmortem: WordsOf<typeof postmortemCodes> = {
  draft_title: ({ number, title }, { say }) => `# Incident ${number}: ${say(title)}`,
  draft_section: ({ section }) => `## ${sections[section]}`,
  draft_moment({ moment: what, at, minutes, by }, { moment }) {
    const after = minutes === null ? "" : ` (${minutes} min after the start)`
    return `- ${moments[what]}: ${moment(at)}${after}${by === null ? "" : ` by ${by}`}`
  },
  draft_not_yet: ({ moment }) =>
    `- ${moments[moment]}: ${moment === "acknowledged" ? "never" : "not yet"}`,
  draft_severity: ({ severity }, { say }) => `- Severity: ${say(severity)}`,
  draft_monitors: ({ monitors, more }, { list }) =>
    `- Monitors: ${monitors.length === 0 ? "none" : list(monitors)}${more > 0 ? ` and ${more} more` : ""}`,
  draft_telemetry: ({ url }) => `[Traces, logs and changes](${url})`,
  draft_page: ({ at, name }, { moment }) => `- ${moment(at)}: ${name ?? "deleted"}`,
  draft_more_pages: ({ count: left }, { count }) => `- ${count(left, "more page", "more pages")}`,
  draft_nobody_paged: () => "- Nobody",
  draft_entry({ at, kind, actor, body, flap }, { moment, say }) {
    const done = flap
      ? `flapped ${flap.outages} times until ${moment(flap.until)}`
      : kind.replaceAll("_", " ")
    return `- ${moment(at)}: ${done} by ${actor}${body.length === 0 ? "" : `: ${say(body)}`}`
  },
  draft_entries_left_out: ({ count: left }, { count }) =>
    `- (${count(left, "entry", "entries")} left out)`,
  draft_question: ({ about }) =>
    `Not in the stored facts: ${about === "cause" ? "what caused it?" : "which actions, by whom, until when?"}`,
}

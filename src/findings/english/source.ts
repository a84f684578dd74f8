import type {
  ignoredReasons,
  refusedReasons,
  repeatedStates,
  sourceCodes,
} from "../codes/source.ts"
import type { WordsOf } from "../words.ts"

const repeated: Record<(typeof repeatedStates)[number], (alert: string) => string> = {
  triggered: (alert) => `Not paged again: duplicate of ${alert}, which is open.`,
  acknowledged: (alert) => `Not paged: duplicate of ${alert}, which is acknowledged.`,
  snoozed: (alert) => `Not paged: duplicate of ${alert}, which is snoozed.`,
}

const ignored: Record<(typeof ignoredReasons)[number], (alert: string) => string> = {
  no_alert: () => "Nothing changed: no open alert of this source has the deduplication key.",
  already_acknowledged: (alert) => `Nothing changed: ${alert} is already acknowledged.`,
  state_set: (alert) => `Not resolved: the state of ${alert} was set manually.`,
  older: (alert) => `Not resolved: the event is older than what raised ${alert}.`,
}

const refused: Record<(typeof refusedReasons)[number], string> = {
  previous_key: "Refused: it was sent with the key before the last rotation.",
  disabled: "Refused: the source is disabled.",
  unreadable: "Refused: the body cannot be read.",
  too_large: "Refused: the body is larger than 1 MiB.",
  rate_limited: "Refused: too many requests.",
}

export const source: WordsOf<typeof sourceCodes> = {
  alert_from_source: ({ summary }) => summary,
  source_test_alert: ({ source }) => `Test alert of ${source}`,
  source_reported({ source, severity, affected }) {
    const place = affected === null ? "" : ` on ${affected}`
    return severity === null
      ? `${source} reported a problem${place}.`
      : `${source} reported a problem${place} with severity ${severity}.`
  },
  reported_again: ({ count: n }, { count }) => `Reported ${count(n, "more time", "more times")}`,
  not_paged_as_duplicate: ({ state, until }, { moment }) =>
    state === "triggered"
      ? `Not paged again: duplicates of this alert. The last one came ${moment(until)}.`
      : `Not paged: duplicates of this alert, which is ${state}. The last one came ${moment(until)}.`,
  source_deleted: () => "The source was deleted.",
  event_raised: ({ number }) => `Alert #${number} was raised.`,
  event_repeated: ({ number, state }) => repeated[state](`alert #${number}`),
  event_acknowledged: ({ number }) => `Alert #${number} was acknowledged.`,
  event_resolved: ({ number }) => `Alert #${number} was resolved.`,
  event_ignored: ({ number, why }) => ignored[why](`alert #${number ?? ""}`),
  change_event_recorded: ({ summary }) => `Change event: ${summary}. It pages nobody.`,
  more_events: ({ count: n }, { count }) => `And ${count(n, "more event", "more events")}.`,
  request_refused: ({ why, errors }) => `${refused[why]} ${errors.join("; ")}`.trim(),
}

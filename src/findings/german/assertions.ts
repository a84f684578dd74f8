import type { assertionCodes, Comparison } from "../codes/assertions.ts"
import type { WordsOf } from "../words.ts"

const comparisons: Record<Comparison, (value: string) => string> = {
  exists: () => "ist vorhanden",
  not_exists: () => "fehlt",
  contains: (value) => `enthält "${value}"`,
  not_contains: (value) => `enthält nicht "${value}"`,
  equals: (value) => `ist gleich "${value}"`,
  not_equals: (value) => `ist nicht gleich "${value}"`,
  less_than: (value) => `ist kleiner als ${value}`,
  greater_than: (value) => `ist größer als ${value}`,
}

const moreFailed = (more: number): string => (more === 0 ? "" : ` (+${more} nicht erfüllt)`)

const cut = (mostMiB: number | null): string =>
  mostMiB === null ? "" : `mehr als ${mostMiB} MiB, mit `

export const assertions: WordsOf<typeof assertionCodes> = {
  assertion_failed: ({ seen, expected, more }, { say }) =>
    `Erhalten: ${say(seen)}, erwartet: ${say(expected)}${moreFailed(more)}.`,
  assertion_unknown: ({ expected, why, more }, { say }) =>
    `Nicht bekannt, erwartet: ${say(expected)}; ${say(why)}${moreFailed(more)}.`,
  expects_status: ({ codes }) => codes,
  expects_header: ({ name, comparison, value }) =>
    `Header ${name} ${comparisons[comparison](value)}`,
  expects_body: ({ comparison, value }) => `Inhalt ${comparisons[comparison](value)}`,
  expects_match: ({ pattern, isWanted }) =>
    `Inhalt ${isWanted ? "passt zu" : "passt nicht zu"} /${pattern}/`,
  expects_value: ({ path, comparison, value }) => `${path} ${comparisons[comparison](value)}`,
  expects_response_time: ({ mostMs }) => `eine Antwort innerhalb von ${mostMs} ms`,
  expects_certificate_days: ({ leastDays }, { count }) =>
    `ein Zertifikat, das mindestens ${count(leastDays, "Tag", "Tage")} gilt`,
  expects_valid_expression: () => "ein gültiger Ausdruck",
  expects_records: ({ type, values }) => `${type} ${values}`,
  expects_some_record: ({ type }) => `mindestens ein Eintrag ${type}`,
  saw_status: ({ status }) => `${status}`,
  saw_header: ({ value }) => `"${value}"`,
  saw_no_header: ({ name }) => `kein Header ${name}`,
  saw_body: ({ excerpt, mostMiB }) => `${cut(mostMiB)}"${excerpt}"`,
  saw_empty_body: ({ mostMiB }) => `${cut(mostMiB)}ein leerer Inhalt`,
  saw_no_json: ({ body }, { say }) => `ein Inhalt, der kein JSON ist: ${say(body)}`,
  saw_values: ({ values, more }, { list }) =>
    `${list(values)}${more === 0 ? "" : ` und ${more} weitere`}`,
  saw_no_value: () => "kein solcher Wert",
  saw_value_among: ({ value, path, count }) => `${value} (${path}, einer von ${count} Werten)`,
  saw_response_time: ({ ms }) => `${ms} ms`,
  saw_no_certificate: () => "kein Zertifikat",
  saw_certificate_days({ days, issuer, at }, { count }) {
    const whose = issuer === null ? "" : ` für den Aussteller "${issuer}"`
    return `${count(days, "Tag", "Tage")}${whose} (gültig bis ${at})`
  },
  saw_records: ({ values }) => values,
  saw_no_records: () => "keiner",
  not_applicable: () => "nicht ausgewertet: gilt nicht für diese Art von Monitor",
  body_not_read_on: ({ mostMiB }) => `nur die ersten ${mostMiB} MiB des Inhalts wurden gelesen`,
  too_many_values: ({ most }) => `der Pfad wählt mehr als ${most} Werte aus`,
  pattern_slow: ({ pattern, mostMs }) =>
    `Das Muster ${pattern} braucht länger als ${mostMs} ms. Vereinfachen Sie es.`,
  pattern_invalid: ({ pattern, error }) =>
    `Das Muster ${pattern} ist ungültig${error === null ? "." : `: ${error}`}`,
  path_slow: ({ path, mostMs }) =>
    `Der JSON-Pfad ${path} braucht länger als ${mostMs} ms. Vereinfachen Sie ihn.`,
  path_invalid: ({ path, error }) =>
    `Der JSON-Pfad ${path} ist ungültig${error === null ? "." : `: ${error}`}`,
  not_a_number: ({ value }) => `"${value}" ist keine Zahl, mit der man vergleicht.`,
}

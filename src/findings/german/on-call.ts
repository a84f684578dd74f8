import type { missReasons, onCallCodes, senders } from "../codes/on-call.ts"
import type { WordsOf } from "../words.ts"

const misses: Record<(typeof missReasons)[number], (name: string | null) => string> = {
  uncovered: () => "Zu dieser Zeit gilt keine Ebene des Bereitschaftsplans.",
  nobody: () => "Durch eine Vertretung hat niemand Bereitschaft.",
  left: (name) => `${name ?? "Die genannte Person"} ist nicht mehr Mitglied des Projekts.`,
  deleted: () => "Was hier genannt war, wurde gelöscht.",
  empty_team: (name) => `${name ?? "Das Team"} hat keine Mitglieder.`,
  unusable_channel: (name) => `${name ?? "Der Kanal"} ist nicht bestätigt oder nicht aktiv.`,
}

const lost: Record<(typeof missReasons)[number], string> = {
  left: "eine Person, die nicht mehr Mitglied des Projekts ist",
  deleted: "jemanden oder etwas, das gelöscht wurde",
  empty_team: "ein Team ohne Mitglieder",
  uncovered: "einen Bereitschaftsplan, den niemand abdeckt",
  nobody: "einen Bereitschaftsplan, in dem niemand Bereitschaft hat",
  unusable_channel: "einen Kanal, der nicht bestätigt oder nicht aktiv ist",
}

const ways = {
  person: "von der Person gewählt",
  default_order: "die Standardreihenfolge",
  no_channel: "kein Kanal ist bestätigt",
  every_channel: "alle Kanäle",
}

const nouns: Record<(typeof senders)[number], string[]> = {
  email: ["E-Mail"],
  phone: ["SMS", "Anrufe"],
  push: ["Push-Benachrichtigungen"],
}

const refusals: Record<(typeof senders)[number], string> = {
  email: "der Mailserver nimmt keine Nachrichten an",
  phone: "Twilio nimmt keine Nachrichten an",
  push: "Push-Dienste nehmen keine Nachrichten an",
}

/** Of a layer that never comes on call. */
const idleWords = {
  ended: "ist vorbei: ihr Ende liegt zurück.",
  hours: "hat nie Bereitschaft: Keiner ihrer Dienste liegt in ihren aktiven Stunden.",
  covered: "hat nie Bereitschaft: Spätere Ebenen decken ihre ganze Zeit ab.",
}

export const onCall: WordsOf<typeof onCallCodes> = {
  on_call_until: ({ people, rotation, until }, { list, moment }) =>
    `${list(people)} hat bis ${moment(until)} Bereitschaft in ${rotation}.`,
  named_by_rule: ({ people }, { list }) => `${list(people)} steht in der Regel.`,
  channel_of_rule: ({ channel }) => `${channel} ist ein Kanal der Regel.`,
  members_of_team: ({ people, team }, { list }) => `Team ${team}: ${list(people)}.`,
  target_missed: ({ reason, name, rotation }) =>
    `${rotation === null ? "" : `${rotation}: `}${misses[reason](name)}`,
  nobody_reachable: () =>
    "In der Richtlinie ist niemand erreichbar, daher gehen Meldungen auf allen Kanälen an Inhaber und Admins.",
  monitors_without_policy: ({ monitors }) =>
    monitors === 1
      ? "1 Monitor nennt keine Richtlinie, und das Projekt hat keine Standardrichtlinie: Seine Alarme gehen nur an Inhaber und Admins."
      : `${monitors} Monitore nennen keine Richtlinie, und das Projekt hat keine Standardrichtlinie: Ihre Alarme gehen nur an Inhaber und Admins.`,
  policy_without_rules: ({ policy }) =>
    `Die Richtlinie ${policy} hat keine Regeln: Ihre Meldungen gehen nur an Inhaber und Admins.`,
  lost_target: ({ policy, ruleOrder, reason }) =>
    `Regel ${ruleOrder} von ${policy} nennt ${lost[reason]}.`,
  unverified_contact: ({ person }) =>
    `${person} hat keinen bestätigten Kanal: Meldungen gehen an die Adresse des Kontos.`,
  single_contact: ({ person }) => `${person} hat keinen zweiten Kanal als Reserve.`,
  rule_reaches_nobody: ({ policy, ruleOrder, from, until }, { moment }) =>
    `Regel ${ruleOrder} von ${policy} erreicht von ${moment(from)} bis ${moment(until)} niemanden.`,
  calendar_names_nobody: ({ rotation, events }, { and }) =>
    `Der Kalender von ${rotation} nennt in ${and(events.map((one) => `„${one}“`))} niemanden aus dem Projekt; dort behalten die Personen der Ebenen die Bereitschaft.`,
  calendar_stale({ rotation, since, fault }, { moment, say }) {
    const read = since === null ? "noch nie gelesen" : `zuletzt ${moment(since)} gelesen`
    return `Der Kalender von ${rotation} wurde ${read}. ${say(fault)}`.trim()
  },
  layer_never_on_call: ({ rotation, layer, why }) =>
    `Ebene ${layer}${rotation === null ? "" : ` von ${rotation}`} ${idleWords[why]}`,
  rotation_gap: ({ rotation, from, until, why }, { moment, say }) =>
    `Von ${moment(from)} bis ${moment(until)} hat in ${rotation} niemand Bereitschaft. ${say(why)}`,
  delivery_planned: ({ by }) => ways[by],
  delivery_after_quiet_hours: ({ by }) => `${ways[by]}, nach den Ruhezeiten`,
  recipients_unreached({ recipients, more, missing, failing }, { and }) {
    const others = more === 0 ? [] : [more === 1 ? "1 weitere Person" : `${more} weitere`]
    const absent = missing.flatMap((one) => nouns[one])
    const lack = `${and(absent)} ${missing.join() === "email" ? "ist" : "sind"} nicht eingerichtet`
    const why = and([
      ...(absent.length === 0 ? [] : [lack]),
      ...failing.map((one) => refusals[one]),
    ])
    return recipients.length === 0
      ? `Alarme erreichen niemanden: ${why}.`
      : `Alarme erreichen ${and([...recipients, ...others])} nicht: ${why}.`
  },
}

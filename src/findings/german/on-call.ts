import type { missReasons, onCallCodes } from "../codes/on-call.ts"
import type { WordsOf } from "../words.ts"

const misses: Record<(typeof missReasons)[number], (name: string | null) => string> = {
  uncovered: () => "Zu dieser Zeit gilt keine Ebene des Bereitschaftsplans.",
  nobody: () => "Durch eine Vertretung hat niemand Bereitschaft.",
  left: (name) => `${name ?? "Die genannte Person"} ist nicht mehr Mitglied des Projekts.`,
  deleted: () => "Was hier genannt war, wurde gelöscht.",
  empty_team: (name) => `${name ?? "Das Team"} hat keine Mitglieder.`,
  unusable_channel: (name) => `${name ?? "Der Kanal"} ist nicht bestätigt oder nicht aktiv.`,
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
}

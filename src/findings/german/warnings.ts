import type { warningCodes } from "../codes/warnings.ts"
import type { WordsOf } from "../words.ts"

export const warnings: WordsOf<typeof warningCodes> = {
  extra_bytes: () => "Der Server sendete nach dem Ende seiner Antwort weitere Bytes.",
  unsolicited_continue: () => "Der Server sendete unaufgefordert 100 (Continue).",
  lenient_parser_accepts: ({ cause }, { say }) =>
    `${say(cause)} Ein nachsichtiger Parser nimmt sie an.`,
  headers_withheld: ({ origin, names }, { list }) =>
    `Nicht an ${origin} weitergegeben: ${list(names)}.`,
  body_longer: ({ mostMiB }) =>
    `Der Inhalt der Antwort ist länger als ${mostMiB} MiB; nur die ersten ${mostMiB} MiB wurden geprüft.`,
  response_time_inexact: () => "Dieser Prober stockte; die Antwortzeit ist daher ungenau.",
  family_not_checked: ({ family, cause }, { say }) =>
    `Die Prüfung über ${family === null ? "die anderen Adressen" : `IPv${family}`} war nicht möglich: ${say(cause)}`,
  failure_not_counted: ({ family, cause }, { say }) =>
    `Unser eigenes Netz war${family === null ? "" : ` über IPv${family}`} nicht durchgehend erreichbar; dieser Fehler zählt daher nicht: ${say(cause)}`,
}

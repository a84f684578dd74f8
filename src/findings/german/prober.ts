import type { HowOften, proberCodes } from "../codes/prober.ts"
import type { WordsOf } from "../words.ts"

const often: Record<HowOften, string> = {
  most: "Die meisten Versuche scheitern",
  every_second: "Jeder zweite Versuch scheitert",
  every_third: "Jeder dritte Versuch scheitert",
  some: "Manche Versuche scheitern",
}

export const prober: WordsOf<typeof proberCodes> = {
  works_elsewhere({ works, fails, cause }, { say }) {
    const good = works.address ?? "eine andere Adresse"
    const isFamily = works.family !== null && fails.family !== null && works.family !== fails.family
    return isFamily
      ? `Funktioniert über IPv${works.family} (${good}), aber nicht über IPv${fails.family}: ${say(cause)}`
      : `Funktioniert über ${good}, aber nicht über ${fails.address ?? "eine andere Adresse"}: ${say(cause)}`
  },
  fails_often: ({ often: how, failed, of, last }, { say }) =>
    `${often[how]} (${failed} der letzten ${of}). Zuletzt: ${say(last)}`,
  no_reason: () => "Kein Grund ist bekannt.",
  prober_stalled: ({ isBusy, attempts }) =>
    isBusy
      ? `Der Prober war bei ${attempts} Versuchen hintereinander überlastet; ihre Ergebnisse sind nicht verlässlich.`
      : `Der Prober stand bei ${attempts} Versuchen hintereinander still; ihre Ergebnisse sind nicht verlässlich.`,
  prober_late: () => "Der Prober wurde nicht rechtzeitig fertig.",
  prober_failed: ({ error }) => `Fehler im Prober: ${error}`,
  large_response_waited: () =>
    "Der Prober las bis zum Zeitlimit andere große Antworten; der Rest dieser wurde nicht gelesen.",
  body_judged_late: () => "Der große Inhalt ließ sich nicht vor dem Zeitlimit auswerten.",
  body_not_judged: ({ error }) =>
    `Der Inhalt der Antwort ließ sich nicht auswerten: ${error ?? "der Thread endete"}.`,
}

/** German for what a calendar that defines who is on call left out. */
export const calendarPhrases: readonly [english: RegExp, german: string][] = [
  [/^An event without a title\b/gm, "Ein Termin ohne Titel"],
  [/ names no member; the layers apply\.$/gm, " nennt kein Mitglied; die Ebenen gelten."],
  [/ cannot be read\.$/gm, " ist nicht lesbar."],
  [/ is an unknown time zone\.$/gm, " ist eine unbekannte Zeitzone."],
  [/ has no end\.$/gm, " hat kein Ende."],
  [/ is longer than 366 days and was cut\.$/gm, " ist länger als 366 Tage und wurde gekürzt."],
  [
    / repeats too often; only the first occurrences count\.$/gm,
    " wiederholt sich zu oft; nur die ersten Male zählen.",
  ],
  [
    /^From (\S+) on, (\d+) occurrences exceed the limit of 5,000\.$/gm,
    "Ab $1 überschreiten $2 Termine die Grenze von 5.000.",
  ],
  [/ is replaced by a later revision\.$/gm, " ist durch eine spätere Fassung ersetzt."],
]

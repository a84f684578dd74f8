/** German for the sentences about SLOs, in the order in which they are replaced. */
export const burnPhrases: readonly [english: RegExp, german: string][] = [
  [/^SLO (.+): burning ([\d.]+) times too fast/gm, "SLO $1: Fehlerbudget sinkt $2-mal zu schnell"],
  [/^SLO (.+): burning too fast/gm, "SLO $1: Fehlerbudget sinkt zu schnell"],
  [/^The error budget burned too fast\./gm, "Das Fehlerbudget sank zu schnell."],
  [/^The burn rate fell below the limit\./gm, "Die Verbrauchsrate sank unter die Grenze."],
  [
    /^Burn rate above ([\d.]+) over (\d+ \w+) and (\d+ \w+)\./gm,
    "Verbrauchsrate über $1 in $2 und $3.",
  ],
  [
    /^The burn rate over (\d+ \w+) fell below ([\d.]+)\./gm,
    "Die Verbrauchsrate über $1 sank unter $2.",
  ],
  [/; budget gone in less than a minute/g, "; in weniger als einer Minute verbraucht"],
  [/; budget gone in (\d+) d(?= \d+ h|$)/gm, "; verbraucht in $1 T"],
  [/; budget gone in /g, "; verbraucht in "],
  [/; budget gone\b/g, "; Budget verbraucht"],
  [
    /^Burn rate (no data|[\d.]+) over (\d+ \w+) and (no data|[\d.]+) over (\d+ \w+), limit ([\d.]+)\./gm,
    "Verbrauchsrate $1 über $2 und $3 über $4, Grenze $5.",
  ],
  [/No budget could be computed yet\./g, "Noch lässt sich kein Budget berechnen."],
  [/The error budget is used up\./g, "Das Fehlerbudget ist verbraucht."],
  [/(\d+ %) of the error budget is left\./g, "$1 des Fehlerbudgets sind übrig."],
]

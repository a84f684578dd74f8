import type { SubscribeMessages } from "./words.ts"

export const de: SubscribeMessages = {
  hint: "Erfahren Sie von Störungen und Wartungen, sobald sie geschehen.",
  how: "Auf welchem Weg",
  email: "E-Mail",
  browser: "Mitteilungen in diesem Browser",
  browserElsewhere: "Mitteilungen in diesem Browser lassen sich unter {link} einschalten.",
  denied:
    "Der Browser lässt Mitteilungen dieser Seite nicht zu. Erlauben Sie sie in seinen Einstellungen.",
  waiting: "Die erste Mitteilung ist unterwegs …",
  failed: "Mitteilungen ließen sich nicht einschalten. Versuchen Sie es gleich noch einmal.",
  address: "Adresse",
  wholePage: "Die ganze Seite",
  onlyThese: "Nur diese Komponenten:",
  noneChosen: "Wählen Sie mindestens eine Komponente oder die ganze Seite.",
  sent: "Wenn diese Adresse erreichbar ist, ist ein Link dorthin unterwegs. Öffnen Sie ihn, um zu bestätigen.",
  wrongAddress: "An diese Adresse kann nichts gesendet werden. Bitte prüfen Sie sie.",
  confirm: "Bestätigen",
  confirmed: "Bestätigt. Sie erfahren, was geschieht.",
  yours: "Ihr Abonnement",
  save: "Speichern",
  saved: "Gespeichert.",
  unsubscribe: "Abbestellen",
  unsubscribed: "Sie haben abbestellt. Es wird nichts mehr gesendet.",
  oldLink: "Dieser Link gilt nicht mehr.",
}

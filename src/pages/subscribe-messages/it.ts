import type { SubscribeMessages } from "./words.ts"

export const it: SubscribeMessages = {
  hint: "Ricevi notizia di incidenti e manutenzioni appena accadono.",
  how: "Con quale mezzo",
  email: "E-mail",
  browser: "Notifiche in questo browser",
  browserElsewhere: "Le notifiche in questo browser si attivano su {link}.",
  denied:
    "Il browser non consente le notifiche di questa pagina. Consentile nelle sue impostazioni.",
  waiting: "In attesa della prima notifica…",
  failed: "Non è stato possibile attivare le notifiche. Riprova tra poco.",
  address: "Indirizzo",
  wholePage: "Tutta la pagina",
  onlyThese: "Solo questi componenti:",
  noneChosen: "Scelga almeno un componente, oppure tutta la pagina.",
  sent: "Se a questo indirizzo si può scrivere, un link è in arrivo. Aprilo per confermare.",
  wrongAddress: "Non si può scrivere a questo indirizzo. Controllalo.",
  confirm: "Conferma",
  confirmed: "Confermato. Saprai che cosa succede.",
  yours: "La tua iscrizione",
  save: "Salva",
  saved: "Salvato.",
  unsubscribe: "Annulla l'iscrizione",
  unsubscribed: "L'iscrizione è annullata. Non riceverai più nulla.",
  oldLink: "Questo link non è più valido.",
}

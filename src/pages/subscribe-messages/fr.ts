import type { SubscribeMessages } from "./words.ts"

export const fr: SubscribeMessages = {
  hint: "Soyez informé des incidents et des maintenances dès qu'ils surviennent.",
  how: "Par quel moyen",
  email: "E-mail",
  browser: "Notifications dans ce navigateur",
  browserElsewhere: "Les notifications dans ce navigateur s'activent à l'adresse {link}.",
  denied:
    "Le navigateur n'autorise pas les notifications de cette page. Autorisez-les dans ses réglages.",
  waiting: "En attente de la première notification…",
  failed: "Les notifications n'ont pas pu être activées. Réessayez dans un instant.",
  address: "Adresse",
  wholePage: "Toute la page",
  onlyThese: "Seulement ces composants :",
  noneChosen: "Choisissez au moins un composant, ou toute la page.",
  sent: "Si cette adresse peut recevoir un message, un lien y a été envoyé. Ouvrez-le pour confirmer.",
  wrongAddress: "On ne peut pas écrire à cette adresse. Vérifiez-la.",
  confirm: "Confirmer",
  confirmed: "Confirmé. Vous serez tenu au courant.",
  yours: "Votre abonnement",
  save: "Enregistrer",
  saved: "Enregistré.",
  unsubscribe: "Se désabonner",
  unsubscribed: "Vous êtes désabonné. Plus rien ne vous sera envoyé.",
  oldLink: "Ce lien n'est plus valable.",
}

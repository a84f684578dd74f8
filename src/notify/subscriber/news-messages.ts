import type { Language } from "../../graphql/status-pages/status-page/rules/page-language.ts"

/** Messages to subscribers. Names in braces are placeholders. */
export type NewsWords = {
  confirmSubject: string
  confirmAsked: string
  confirmElse: string
  confirmPush: string
  /** Footer: why this was sent. */
  why: string
  now: string
  seeIncident: string
  hearAgain: string
  whatHappened: string
  ahead: string
  begun: string
  calledOff: string
  over: string
  fromTo: string
  until: string
  wasPlanned: string
  began: string
}

export const newsWords: Record<Language, NewsWords> = {
  en: {
    confirmSubject: "Confirm your subscription to {name}",
    confirmAsked:
      "Someone asked to send updates from {name} to this address. Open the link to confirm.",
    confirmElse: "If you did not request this, ignore this message.",
    confirmPush:
      "Notifications work in this browser. Press here to confirm, unless the page already has.",
    why: "Sent because you subscribed to {name}.",
    now: "Current status: {state}.",
    seeIncident: "View incident",
    hearAgain: "We will notify you if it fails again.",
    whatHappened: "Post-mortem: {title}",
    ahead: "Scheduled maintenance: {title}",
    begun: "Maintenance started: {title}",
    calledOff: "Maintenance canceled: {title}",
    over: "Maintenance completed: {title}",
    fromTo: "From {from} to {to}.",
    until: "Until {to}.",
    wasPlanned: "It was scheduled to start at {from}.",
    began: "Started at {from}.",
  },
  de: {
    confirmSubject: "Bitte bestätigen: Neues von {name}",
    confirmAsked:
      "Jemand hat darum gebeten, dass Neues von {name} hierher gesendet wird. Öffnen Sie den Link und bestätigen Sie, wenn das gewünscht ist.",
    confirmElse: "Sonst wird nichts weiter gesendet.",
    confirmPush:
      "Mitteilungen erreichen diesen Browser. Drücken Sie hier, um zu bestätigen, falls die Seite es nicht schon getan hat.",
    why: "Sie erhalten dies, weil Sie {name} abonniert haben.",
    now: "Stand: {state}.",
    seeIncident: "Zum Vorfall",
    hearAgain: "Sie hören von uns, falls es wieder ausfällt.",
    whatHappened: "Was geschehen ist: {title}",
    ahead: "Wartung geplant: {title}",
    begun: "Wartung hat begonnen: {title}",
    calledOff: "Wartung abgesagt: {title}",
    over: "Wartung beendet: {title}",
    fromTo: "Von {from} bis {to}.",
    until: "Bis {to}.",
    wasPlanned: "Sie war ab {from} geplant.",
    began: "Beginn: {from}.",
  },
  fr: {
    confirmSubject: "À confirmer : nouvelles de {name}",
    confirmAsked:
      "Quelqu'un a demandé que les nouvelles de {name} soient envoyées ici. Ouvrez le lien et confirmez, si c'est voulu.",
    confirmElse: "Sans cela, plus rien n'est envoyé.",
    confirmPush:
      "Les notifications arrivent dans ce navigateur. Appuyez ici pour confirmer, si la page ne l'a pas déjà fait.",
    why: "Vous recevez ceci parce que vous êtes abonné à {name}.",
    now: "État : {state}.",
    seeIncident: "Voir l'incident",
    hearAgain: "Vous serez averti si la panne revient.",
    whatHappened: "Ce qui s'est passé : {title}",
    ahead: "Maintenance à venir : {title}",
    begun: "La maintenance a commencé : {title}",
    calledOff: "Maintenance annulée : {title}",
    over: "La maintenance est terminée : {title}",
    fromTo: "Du {from} au {to}.",
    until: "Jusqu'au {to}.",
    wasPlanned: "Elle était prévue à partir du {from}.",
    began: "Début : {from}.",
  },
  es: {
    confirmSubject: "Por confirmar: noticias de {name}",
    confirmAsked:
      "Alguien pidió que las noticias de {name} se envíen aquí. Abra el enlace y confirme, si es lo que desea.",
    confirmElse: "Sin eso no se envía nada más.",
    confirmPush:
      "Las notificaciones llegan a este navegador. Pulse aquí para confirmar, si la página no lo ha hecho ya.",
    why: "Recibe esto porque se suscribió a {name}.",
    now: "Estado: {state}.",
    seeIncident: "Ver el incidente",
    hearAgain: "Le avisaremos si vuelve a fallar.",
    whatHappened: "Qué pasó: {title}",
    ahead: "Mantenimiento previsto: {title}",
    begun: "El mantenimiento ha comenzado: {title}",
    calledOff: "Mantenimiento cancelado: {title}",
    over: "El mantenimiento ha terminado: {title}",
    fromTo: "Desde {from} hasta {to}.",
    until: "Hasta {to}.",
    wasPlanned: "Estaba previsto a partir de {from}.",
    began: "Comienzo: {from}.",
  },
  it: {
    confirmSubject: "Da confermare: notizie di {name}",
    confirmAsked:
      "Qualcuno ha chiesto che le notizie di {name} siano inviate qui. Apra il link e confermi, se lo desidera.",
    confirmElse: "Altrimenti non viene inviato altro.",
    confirmPush:
      "Le notifiche arrivano a questo browser. Prema qui per confermare, se la pagina non l'ha già fatto.",
    why: "Riceve questo messaggio perché si è iscritto a {name}.",
    now: "Stato: {state}.",
    seeIncident: "Vedi l'incidente",
    hearAgain: "La avviseremo se succede di nuovo.",
    whatHappened: "Che cosa è successo: {title}",
    ahead: "Manutenzione in arrivo: {title}",
    begun: "La manutenzione è iniziata: {title}",
    calledOff: "Manutenzione annullata: {title}",
    over: "La manutenzione è terminata: {title}",
    fromTo: "Dal {from} al {to}.",
    until: "Fino al {to}.",
    wasPlanned: "Era prevista dal {from}.",
    began: "Inizio: {from}.",
  },
  pt: {
    confirmSubject: "Por confirmar: notícias de {name}",
    confirmAsked:
      "Alguém pediu que as notícias de {name} sejam enviadas para aqui. Abra o link e confirme, se for esse o desejo.",
    confirmElse: "Sem isso, nada mais é enviado.",
    confirmPush:
      "As notificações chegam a este navegador. Prima aqui para confirmar, se a página ainda não o fez.",
    why: "Recebe isto porque subscreveu {name}.",
    now: "Estado: {state}.",
    seeIncident: "Ver o incidente",
    hearAgain: "Será avisado se voltar a falhar.",
    whatHappened: "O que aconteceu: {title}",
    ahead: "Manutenção prevista: {title}",
    begun: "A manutenção começou: {title}",
    calledOff: "Manutenção cancelada: {title}",
    over: "A manutenção terminou: {title}",
    fromTo: "De {from} a {to}.",
    until: "Até {to}.",
    wasPlanned: "Estava prevista a partir de {from}.",
    began: "Início: {from}.",
  },
  nl: {
    confirmSubject: "Bevestigen: nieuws van {name}",
    confirmAsked:
      "Iemand heeft gevraagd om nieuws van {name} hierheen te sturen. Open de link en bevestig, als dat de bedoeling is.",
    confirmElse: "Anders wordt er niets meer gestuurd.",
    confirmPush:
      "Meldingen bereiken deze browser. Druk hier om te bevestigen, als de pagina dat nog niet heeft gedaan.",
    why: "U ontvangt dit omdat u zich op {name} hebt geabonneerd.",
    now: "Stand: {state}.",
    seeIncident: "Bekijk het incident",
    hearAgain: "U hoort het als het opnieuw misgaat.",
    whatHappened: "Wat er gebeurde: {title}",
    ahead: "Onderhoud gepland: {title}",
    begun: "Onderhoud is begonnen: {title}",
    calledOff: "Onderhoud afgelast: {title}",
    over: "Onderhoud is klaar: {title}",
    fromTo: "Van {from} tot {to}.",
    until: "Tot {to}.",
    wasPlanned: "Het was gepland vanaf {from}.",
    began: "Begin: {from}.",
  },
  pl: {
    confirmSubject: "Do potwierdzenia: wiadomości o {name}",
    confirmAsked:
      "Ktoś poprosił, aby wiadomości o {name} wysyłać tutaj. Jeśli tak ma być, proszę otworzyć link i potwierdzić.",
    confirmElse: "Bez tego nic więcej nie zostanie wysłane.",
    confirmPush:
      "Powiadomienia docierają do tej przeglądarki. Naciśnij tutaj, aby potwierdzić, jeśli strona jeszcze tego nie zrobiła.",
    why: "Wysłano, ponieważ subskrybujesz {name}.",
    now: "Stan: {state}.",
    seeIncident: "Zobacz incydent",
    hearAgain: "Powiadomimy, jeśli problem powróci.",
    whatHappened: "Co się stało: {title}",
    ahead: "Planowana konserwacja: {title}",
    begun: "Konserwacja się rozpoczęła: {title}",
    calledOff: "Konserwacja odwołana: {title}",
    over: "Konserwacja zakończona: {title}",
    fromTo: "Od {from} do {to}.",
    until: "Do {to}.",
    wasPlanned: "Była planowana od {from}.",
    began: "Początek: {from}.",
  },
  tr: {
    confirmSubject: "Onaylayın: {name} haberleri",
    confirmAsked:
      "Birisi {name} haberlerinin buraya gönderilmesini istedi. İsteniyorsa bağlantıyı açıp onaylayın.",
    confirmElse: "Onaylanmazsa başka bir şey gönderilmez.",
    confirmPush:
      "Bildirimler bu tarayıcıya ulaşıyor. Sayfa henüz onaylamadıysa onaylamak için buraya basın.",
    why: "{name} sayfasına abone olduğunuz için gönderildi.",
    now: "Durum: {state}.",
    seeIncident: "Olayı gör",
    hearAgain: "Sorun yeniden başlarsa haber vereceğiz.",
    whatHappened: "Ne oldu: {title}",
    ahead: "Planlı bakım: {title}",
    begun: "Bakım başladı: {title}",
    calledOff: "Bakım iptal edildi: {title}",
    over: "Bakım bitti: {title}",
    fromTo: "{from} – {to}.",
    until: "Bitiş: {to}.",
    wasPlanned: "Planlanan başlangıç: {from}.",
    began: "Başlangıç: {from}.",
  },
  ja: {
    confirmSubject: "ご確認ください: {name} のお知らせ",
    confirmAsked:
      "{name} のお知らせをここへ送るよう依頼がありました。ご希望の場合は、リンクを開いて確認してください。",
    confirmElse: "確認されない場合、これ以上は送信されません。",
    confirmPush:
      "通知はこのブラウザに届いています。ページでまだ確認されていない場合は、ここを押して確認してください。",
    why: "{name} を購読されているため送信しました。",
    now: "現在の状態: {state}",
    seeIncident: "障害の詳細を見る",
    hearAgain: "再び停止した場合はお知らせします。",
    whatHappened: "障害の経緯: {title}",
    ahead: "メンテナンスの予定: {title}",
    begun: "メンテナンスを開始しました: {title}",
    calledOff: "メンテナンスは中止されました: {title}",
    over: "メンテナンスは終了しました: {title}",
    fromTo: "{from} から {to} まで。",
    until: "{to} まで。",
    wasPlanned: "{from} からの予定でした。",
    began: "開始: {from}",
  },
  ar: {
    confirmSubject: "يُرجى التأكيد: أخبار {name}",
    confirmAsked: "طلب أحدهم إرسال أخبار {name} إلى هنا. افتح الرابط وأكّد إن كنت تريد ذلك.",
    confirmElse: "من دون ذلك لن يُرسَل شيء آخر.",
    confirmPush: "تصل الإشعارات إلى هذا المتصفح. اضغط هنا للتأكيد إن لم تكن الصفحة قد فعلت ذلك.",
    why: "أُرسلت لأنك مشترك في {name}.",
    now: "الحالة الآن: {state}.",
    seeIncident: "عرض الحادث",
    hearAgain: "سنخبرك إذا عاد الخلل.",
    whatHappened: "ما الذي حدث: {title}",
    ahead: "صيانة قادمة: {title}",
    begun: "بدأت الصيانة: {title}",
    calledOff: "أُلغيت الصيانة: {title}",
    over: "انتهت الصيانة: {title}",
    fromTo: "من {from} إلى {to}.",
    until: "حتى {to}.",
    wasPlanned: "كان مخططًا لها من {from}.",
    began: "البداية: {from}.",
  },
  he: {
    confirmSubject: "לאישור: חדשות של {name}",
    confirmAsked: "מישהו ביקש שחדשות של {name} יישלחו לכאן. אם זה רצוי, פתחו את הקישור ואשרו.",
    confirmElse: "בלי זה לא יישלח דבר נוסף.",
    confirmPush: "ההתראות מגיעות לדפדפן הזה. לחצו כאן כדי לאשר, אם הדף עדיין לא עשה זאת.",
    why: "נשלח כי נרשמתם אל {name}.",
    now: "המצב כעת: {state}.",
    seeIncident: "לצפייה בתקלה",
    hearAgain: "נודיע לכם אם התקלה תחזור.",
    whatHappened: "מה קרה: {title}",
    ahead: "תחזוקה מתוכננת: {title}",
    begun: "התחזוקה החלה: {title}",
    calledOff: "התחזוקה בוטלה: {title}",
    over: "התחזוקה הסתיימה: {title}",
    fromTo: "מ־{from} עד {to}.",
    until: "עד {to}.",
    wasPlanned: "היא תוכננה החל מ־{from}.",
    began: "התחלה: {from}.",
  },
}

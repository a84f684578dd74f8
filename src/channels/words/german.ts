import { germanResources } from "./resource-words.ts"
import type { MessageWords } from "./english.ts"

const state = { acknowledged: "bestätigt", resolved: "gelöst" }

export const german: MessageWords = {
  acknowledged: "Bestätigt",
  downAgain: "Erneut ausgefallen",
  failingAgain: "Erneut gestört",
  resolved: "Gelöst",
  monitorDeleted: "Monitor gelöscht",
  allClear: "Entwarnung",
  flapping: "Instabil",
  flappingFor: (minutes, outages, percent) =>
    `Seit ${minutes} min instabil, ${outages} Ausfälle${percent === null ? "" : `, ${percent} % der Zeit ausgefallen`}.`,
  upNow: "Gerade erreichbar.",
  pageAgain: (times) =>
    `${["Zweite", "Dritte", "Vierte", "Fünfte"][times - 2] ?? `${times}.`} Benachrichtigung`,
  massFailure: (failed, checked, minutes) =>
    `${failed} von ${checked} Monitoren sind innerhalb ${minutes === 1 ? "einer Minute" : `von ${minutes} Minuten`} ausgefallen; prüfen Sie zuerst Ihr eigenes Netz`,
  recovered: "Wiederhergestellt",
  asksForHelp: (who) => `${who} bittet um Hilfe`,
  by: (what, who) => `${what} von ${who}`,
  failedAgain:
    "Kurz nach der Wiederherstellung ist der Fehler erneut aufgetreten. Wir melden uns, sobald alles stabil ist oder wenn der Ausfall anhält.",
  stillWatched: "Wir melden uns, wenn der Fehler erneut auftritt.",
  outages: (count, from, until) =>
    `${count === 1 ? "1 Ausfall" : `${count} Ausfälle`} von ${from} bis ${until}.`,
  stable: "Seitdem stabil.",
  notAcknowledged: "Noch nicht bestätigt.",
  sameCause: "Gleiche Ursache",
  withOthers: (count, names) => `(+${count} mit gleicher Ursache: ${names})`,
  andMore: (count) => `und ${count} weitere`,
  urgency: { high: "hohe Dringlichkeit", low: "niedrige Dringlichkeit" },
  open: "Öffnen",
  code: {
    forChannel: (code) => `${code} ist der Code für diesen Kanal`,
    enter: (owner) =>
      `Geben Sie ihn in Watchkeeper ein, um hier Alarme für ${owner} zu erhalten. Falls Sie ihn nicht angefordert haben, ignorieren Sie diese Nachricht.`,
    expiresAt: (time) => `Gültig bis ${time}.`,
    subject: (code) => `${code} ist Ihr Watchkeeper-Code`,
    sms: (code) =>
      `${code} ist Ihr Watchkeeper-Code. Falls Sie ihn nicht angefordert haben, ignorieren Sie diese Nachricht.`,
    spoken: (digits) => `Ihr Watchkeeper-Code lautet: ${digits}.`,
    preview: "Bestätigen Sie damit diese Adresse.",
    confirm: "Adresse bestätigen",
    byCode: (owner) =>
      `Geben Sie diesen Code in Watchkeeper ein, um Alarme für ${owner} an diese Adresse zu erhalten.`,
    byButton: (owner) =>
      `Klicken Sie auf die Schaltfläche oder geben Sie diesen Code in Watchkeeper ein, um Alarme für ${owner} an diese Adresse zu erhalten.`,
    expires: "Gültig bis",
    footer:
      "Die Schaltfläche öffnet eine Seite zur Bestätigung. Falls Sie dies nicht angefordert haben, ignorieren Sie diese E-Mail; es folgt keine weitere.",
  },
  test: {
    headline: "Testnachricht",
    subject: (channel) => `Test von ${channel}`,
    preview: "Alarme kommen hier an.",
    text: (owner, channel) =>
      `Alarme für ${owner} kommen hier über ${channel} an. Sie müssen nichts tun.`,
    sms: " Alarme kommen hier an. Sie müssen nichts tun.",
    spoken:
      "Dies ist ein Testanruf von Watchkeeper. Auf diesem Weg erhalten Sie Alarme. Sie müssen nichts tun.",
    footer: "Gesendet, weil jemand in Watchkeeper einen Test ausgelöst hat.",
  },
  mail: {
    alert: "Alarm",
    project: "Projekt",
    since: "Seit",
    paged: "Anlass",
    acknowledge: "Bestätigen",
    viewAlert: "Alarm ansehen",
    buttonFooter:
      "Die Schaltfläche öffnet eine Seite, auf der Sie in Ihrem Namen bestätigen. Leiten Sie diese E-Mail nicht weiter.",
    footer: "Gesendet, weil Sie zu diesem Alarm benachrichtigt wurden.",
  },
  push: {
    acknowledge: "Bestätigen",
    acknowledged: "Bestätigt",
    nobodyElse: "Es wird niemand weiter benachrichtigt.",
  },
  sms: {
    instructions: (number, url) => `Antwort ACK ${number} oder ${url}`,
    help: "Antworten Sie mit ACK und der Nummer eines Alarms, um ihn zu bestätigen.",
    notSent: (number) => `Sie haben keinen Alarm ${number} erhalten.`,
    which: (list) => `Welcher? Antworten Sie mit ACK und der Nummer: ${list}`,
    ambiguous: (number, projects) =>
      `Alarm ${number} ist in ${projects} offen. Öffnen Sie den Link des gemeinten Alarms.`,
  },
  call: {
    begin: "Hier ist Watchkeeper.",
    page: (number, urgency) => `Alarm Nummer ${number}, ${urgency}.`,
    about: (number, is, by) =>
      `Alarm Nummer ${number} wurde${by === null ? "" : ` von ${by}`} ${state[is]}.`,
    what: (title, project) => `${title}, im Projekt ${project}.`,
    more: (count) => `Und ${count} weitere mit gleicher Ursache.`,
    pressKey: "Drücken Sie die 4, um zu bestätigen.",
    nobody: "Niemand hat bestätigt.",
    goodbye: "Auf Wiederhören.",
  },
  reply: {
    acknowledged: (alert) => `Bestätigt: ${alert}.`,
    otherAcknowledged: (who, alert) => `${who} hat ${alert} bestätigt.`,
    resolvedAlready: (number) => `Alarm ${number} ist bereits gelöst.`,
    impossible: (number, why) => `Alarm ${number} kann hier nicht bestätigt werden: ${why}`,
  },
  acknowledgePage: {
    acknowledgeAs: (name) => `Als ${name} bestätigen`,
    expired: "Dieser Link ist abgelaufen. Öffnen Sie den Alarm in Watchkeeper.",
    refused:
      "Nichts wurde geändert: Der Alarm hat sich inzwischen geändert, oder Ihre Rolle erlaubt es nicht.",
    since: (time) => `seit ${time}`,
    minutes: (minutes) => `${minutes} Min.`,
    paged: "Anlass",
    openApp: "In Watchkeeper öffnen",
    needHelp: "Ich brauche Hilfe",
    helpHint: "Benachrichtigt jetzt die nächste Person der Richtlinie.",
    pageSomeone: "Person oder Team rufen",
    whom: "Wen",
    people: "Personen",
    teams: "Teams",
    noteForThem: "Was sollen sie wissen? (optional)",
    page: "Rufen",
    snooze: "Zurückstellen",
    snoozeFor: (minutes) => (minutes < 60 ? `${minutes} Min.` : `${minutes / 60} Std.`),
    snoozed: (who, time) => `Zurückgestellt bis ${time}${who === null ? "" : ` von ${who}`}.`,
    endSnooze: "Zurückstellung beenden",
    take: "Ich übernehme",
    assigned: (who) => `${who} arbeitet daran.`,
    resolve: "Lösen",
    resolveHint: "Dauert der Ausfall in einer Stunde noch an, wird er erneut gemeldet.",
    note: "Notiz hinzufügen",
    noteLabel: "Notiz",
    save: "Notiz speichern",
    evidence: "Letzte fehlgeschlagene Prüfung",
    whoElse: "Wer benachrichtigt wurde",
    nobodyPaged: "Bisher niemand.",
    changed: "Was sich geändert hat",
    nothingChanged: "Niemand hat den Monitor am Tag davor geändert.",
    monitorEdited: (who) => `Monitor geändert von ${who}`,
    everything: "Alles, was geschah",
    next: "Als Nächstes",
    notDone: "(nicht geschehen)",
    phases: {
      dns: "DNS",
      connect: "Verbindung",
      tls: "TLS",
      firstByte: "erstes Byte",
      transfer: "Übertragung",
    },
    resolved: (time) => `Gelöst, ${time}. Sie müssen nichts tun.`,
    acknowledged: (who, time) => `Bestätigt${who === null ? "" : ` von ${who}`}, ${time}.`,
    you: (name) => `Ihnen, ${name}`,
  },
  handOver: {
    subject: (rotation) => `Sie haben Bereitschaft: ${rotation}`,
    now: (rotation, project) => `Sie haben jetzt Bereitschaft für ${rotation} in ${project}.`,
    from: (name) => `Sie übernehmen von ${name}.`,
    ends: (time, zone) => `Ihre Schicht endet: ${time} (${zone}).`,
    link: "Bereitschaftsplan ansehen",
  },
  webhookDisabled: {
    subject: (project) => `Webhook-Endpunkt in ${project} deaktiviert`,
    disabled: (url) => `Wir haben ${url} deaktiviert.`,
    gone: "Der Endpunkt antwortete mit 410 Gone.",
    failing: "Fünf Tage lang war keine von mindestens zehn Zustellungen erfolgreich.",
    next: "Ausstehende Zustellungen wurden abgebrochen. Sobald der Empfänger wieder funktioniert, aktivieren Sie den Endpunkt und spielen Sie die verpassten Ereignisse erneut ab.",
    link: "Dokumentation der Webhooks",
  },
  calendarLosesShifts: {
    subject: (rotation) => `Der Kalender von ${rotation} hat Schichten, die nicht zählen`,
    lost: (rotation, project) =>
      `Einige Termine des Kalenders von ${rotation} in ${project} bestimmen keine Bereitschaft:`,
    next: "Berichtigen Sie sie im Kalender. Diese Nachricht kommt einmal, bis jeder Termin wieder zählt.",
    link: "Bereitschaftsplan ansehen",
  },
  digest: {
    low: (count) => `${count} ${count === 1 ? "Alarm" : "Alarme"} mit niedriger Dringlichkeit`,
    throttled: (count) =>
      `${count} ${count === 1 ? "Alarm wurde" : "Alarme wurden"} nicht einzeln gemeldet`,
    why: "Ein Kontaktweg ist ausgefallen, oder es waren mehr Benachrichtigungen fällig, als er in dieser Zeit annimmt. Diese Alarme hat er nicht erhalten:",
    tooMany: (most, minutes) => `Mehr als ${most} Benachrichtigungen in ${minutes} Minuten`,
    restHere: "Weitere Alarme folgen hier in einer Nachricht.",
    restElsewhere:
      "Weitere Alarme gehen an Ihren nächsten Kontaktweg und in einer E-Mail an die Adresse Ihres Kontos.",
    link: "Alarme",
    openAlerts: "Offene Alarme",
  },
  unwatched: {
    lost: (count, project) =>
      `${count} ${count === 1 ? "Monitor wird" : "Monitore werden"} in ${project} nicht überwacht`,
    lostText:
      "Ihr Zustand ist seit mindestens 30 Minuten unbekannt; ein Ausfall fiele nicht auf. Sie erhalten noch eine Nachricht, sobald sie wieder überwacht werden.",
    back: (count, project) =>
      `${count} ${count === 1 ? "Monitor wird" : "Monitore werden"} in ${project} wieder überwacht`,
    backText: "Ihr Zustand ist wieder bekannt.",
    line: (name, reason) => `${name}: ${reason}`,
    more: (count) => `Und ${count} weitere.`,
    link: "Monitore",
  },
  lacks: {
    subject: (hosts) => `Watchkeeper gehen auf ${[...new Set(hosts)].join(", ")} Ressourcen aus`,
    line: (host, resource) => `${host}: ${germanResources[resource]}`,
    once: "Diese Nachricht kommt einmal je Ressource und erneut, wenn sie später wieder knapp wird.",
    link: "Installation",
  },
  passwordReset: {
    subject: "Passwort zurücksetzen",
    requested:
      "Jemand hat angefordert, das Passwort Ihres Watchkeeper-Kontos zurückzusetzen. Der Link funktioniert einmal und eine Stunde lang.",
    ignore:
      "Falls Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.",
    link: "Neues Passwort wählen",
  },
  factors: {
    subject: "Ihr zweiter Faktor wurde geändert",
    passkeyAdded: "Zu Ihrem Watchkeeper-Konto wurde ein Passkey hinzugefügt.",
    passkeyRemoved: "Aus Ihrem Watchkeeper-Konto wurde ein Passkey entfernt.",
    codesOn: "Für Ihr Watchkeeper-Konto wurden Einmalcodes eingeschaltet.",
    codesOff: "Für Ihr Watchkeeper-Konto wurden Einmalcodes ausgeschaltet.",
    codesReplaced: "Für Ihr Watchkeeper-Konto wurden neue Ersatzcodes erstellt.",
    takenBack:
      "Eine Änderung Ihres zweiten Faktors wurde zurückgenommen, und Ihr Passwort ist ungültig.",
    ignore: "Falls Sie das waren, ignorieren Sie diese E-Mail.",
    notYou:
      "Falls nicht, nehmen Sie es innerhalb von drei Tagen zurück. Das stellt Ihren zweiten Faktor wieder her, meldet Sie überall ab und macht Ihr Passwort ungültig, sodass Sie ein neues wählen können.",
    link: "Änderung zurücknehmen",
  },
  takenOver: {
    subject: (provider) => `Ihr Watchkeeper-Konto meldet sich mit ${provider} an`,
    ended: (provider) =>
      `${provider} bestätigt, dass Ihnen das Watchkeeper-Konto mit dieser Adresse gehört. Was das Konto vorher hatte, ist beendet, weil jemand anderes es angelegt haben könnte: Passwort, Passkeys, Einmalcodes, Sitzungen, verbundene Programme, Kalenderlinks, Chat-Konten und andere Kanäle.`,
    again: "Richten Sie neu ein, was Sie noch brauchen. API-Schlüssel von Projekten gelten weiter.",
    link: "Konto öffnen",
  },
  confirmation: {
    subject: "Bestätigen Sie Ihre E-Mail-Adresse",
    created: (address) =>
      `Mit ${address} wurde ein Watchkeeper-Konto angelegt. Bestätigen Sie, dass diese Adresse Ihnen gehört, um dort Alarme zu erhalten.`,
    ignore: "Falls Sie kein Konto angelegt haben, ignorieren Sie diese E-Mail.",
    link: "Adresse bestätigen",
  },
  invitation: {
    subject: (project) => `Einladung zu ${project}`,
    invites: (who, project, role) =>
      `${who} lädt Sie in das Projekt ${project} ein, mit der Rolle ${role}.`,
    expires: (address) =>
      `Die Einladung gilt für ${address} und kann sieben Tage lang angenommen werden.`,
    link: "Einladung ansehen",
  },
  uptimeReport: {
    subject: (scope, month) => `Verfügbarkeit von ${scope} im ${month}`,
    summary: (uptime, coverage) =>
      `${uptime} Verfügbarkeit, mit Daten für ${coverage} der Zeit. Wartung und Zeit ohne Daten zählen nicht.`,
    noData: "Für diesen Monat gibt es keine Daten.",
    counts: (monitors, incidents) =>
      `${monitors} ${monitors === 1 ? "Monitor" : "Monitore"}, ${incidents} ${incidents === 1 ? "Vorfall" : "Vorfälle"}.`,
    corrected: (excluded, uncorrected) =>
      `Korrigiert: ${excluded} ausgenommen. Ohne Korrekturen beträgt die Verfügbarkeit ${uncorrected}. Ein Stern kennzeichnet korrigierte Werte.`,
    monitor: "Monitor",
    uptime: "Verfügbarkeit",
    coverage: "Abdeckung",
    downtime: "Ausfallzeit",
    incidents: "Vorfälle",
    link: "Bericht öffnen",
  },
  sentBy: "Gesendet von Watchkeeper.",
  unsubscribe: "Abbestellen",
  locale: "de-DE",
  voice: { language: "de-DE", voice: "Polly.Vicki" },
}

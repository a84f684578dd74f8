import type {
  carrierErrors,
  deliveryCodes,
  discordErrors,
  mailErrors,
  phoneStatuses,
  slackBotErrors,
  slackHookErrors,
  twilioErrors,
} from "../codes/delivery.ts"
import type { WordsOf } from "../words.ts"

const copyToken =
  "Slack hat das Bot-Token abgelehnt. Kopieren Sie es erneut aus den Einstellungen der App."
const ofSlackBot: Record<(typeof slackBotErrors)[number], string> = {
  channel_not_found:
    "Der Slack-Kanal wurde nicht gefunden, oder die App wurde nicht in ihn eingeladen.",
  not_in_channel: "Die App ist nicht in diesem Kanal. Geben Sie dort /invite @Watchkeeper ein.",
  is_archived: "Der Kanal ist in Slack archiviert.",
  invalid_auth: copyToken,
  not_authed: copyToken,
  token_revoked: "Das Bot-Token wurde in Slack widerrufen. Installieren Sie die App erneut.",
  token_expired: "Das Bot-Token ist abgelaufen. Installieren Sie die App erneut.",
  account_inactive:
    "Die App wurde aus dem Slack-Workspace entfernt, oder ihr Konto wurde deaktiviert.",
  missing_scope:
    "Der App fehlt die Berechtigung chat:write. Fügen Sie sie hinzu und installieren Sie die App erneut.",
  restricted_action:
    "Ein Admin des Slack-Workspaces erlaubt der App nicht, in diesem Kanal zu schreiben.",
}

const ofSlackHook: Record<(typeof slackHookErrors)[number], string> = {
  no_service: "Der Webhook wurde in Slack entfernt. Legen Sie einen neuen an.",
  no_active_hooks: "Der Webhook ist in Slack deaktiviert.",
  invalid_token: "Die URL des Webhooks ist ungültig. Kopieren Sie sie erneut aus Slack.",
  channel_not_found: "Den Kanal des Webhooks gibt es nicht mehr. Legen Sie einen neuen Webhook an.",
  channel_is_archived: "Der Kanal des Webhooks ist in Slack archiviert.",
  action_prohibited: "Ein Admin des Slack-Workspaces erlaubt diesen Webhook nicht.",
  team_disabled: "Der Slack-Workspace ist deaktiviert.",
  posting_to_general_channel_denied: "In diesem Slack-Kanal dürfen nur Admins schreiben.",
}

const ofDiscord: Record<(typeof discordErrors)[number], string> = {
  401: "Discord hat das Bot-Token abgelehnt. Kopieren Sie es erneut aus der Anwendung.",
  10_003: "Der Discord-Kanal wurde nicht gefunden.",
  10_015: "Der Webhook wurde in Discord gelöscht. Legen Sie einen neuen an.",
  50_001:
    "Der Bot sieht den Kanal nicht. Laden Sie ihn auf den Server ein und geben Sie ihm View Channel.",
  50_013: "Der Bot darf im Kanal nicht schreiben. Geben Sie ihm die Berechtigung Send Messages.",
  50_027: "Das Token des Webhooks ist ungültig. Kopieren Sie die URL erneut aus Discord.",
}

const uncallable = "Diese Nummer lässt sich nicht anrufen."
const otherCountry =
  "Das Twilio-Konto darf in diesem Land nicht anrufen. Prüfen Sie seine Voice Geographic Permissions."
const ofTwilio: Record<(typeof twilioErrors)[number], string> = {
  13_223: uncallable,
  13_224: uncallable,
  13_227: otherCountry,
  21_211: "Das ist keine gültige Telefonnummer.",
  21_214: "Diese Nummer ist nicht erreichbar.",
  21_215: otherCountry,
  21_216: "Das Twilio-Konto darf diese Nummer nicht anrufen.",
  21_217: "Das ist keine gültige Telefonnummer.",
  21_408:
    "Das Twilio-Konto darf in dieses Land keine SMS senden. Prüfen Sie seine Messaging Geographic Permissions.",
  21_610:
    "Diese Nummer hat mit STOP geantwortet. Senden Sie von ihr START an die Nummer des Absenders, um wieder Nachrichten zu erhalten.",
  21_612: "Die Nummer des Absenders erreicht diese Nummer nicht.",
  21_614: "Das ist keine Mobilfunknummer.",
  21_635: "Das ist ein Festnetzanschluss, der keine SMS empfängt.",
}

const ofPhone: Record<(typeof phoneStatuses)[number], string> = {
  undelivered: "Das Telefon hat die Nachricht nicht erhalten",
  failed: "Twilio konnte die Nummer nicht erreichen",
  busy: "Die Leitung war besetzt",
  "no-answer": "Niemand hat den Anruf angenommen",
  canceled: "Der Anruf wurde beendet, bevor ihn jemand annahm",
}

const ofCarrier: Record<(typeof carrierErrors)[number], string> = {
  "30002": "das Twilio-Konto ist gesperrt",
  "30003": "das Telefon ist ausgeschaltet oder ohne Empfang",
  "30004": "das Telefon blockiert den Absender",
  "30005": "die Nummer ist nicht vergeben",
  "30006": "sie gehört zum Festnetz, oder ihr Anbieter unterstützt keine SMS",
  "30007": "der Anbieter hat sie herausgefiltert",
  "30034": "die Nummer des Absenders ist bei den Anbietern nicht registriert",
  "30036": "sie ist verfallen, bevor sie zugestellt werden konnte",
}

const noConnection = "Keine Verbindung zum Mailserver"
const ofMail: Record<(typeof mailErrors)[number], string> = {
  EAUTH: "Der Mailserver hat die Zugangsdaten in SMTP_URL abgelehnt",
  ENOAUTH: "Der Mailserver verlangt Zugangsdaten; ergänzen Sie SMTP_URL",
  EENVELOPE: "Der Mailserver hat die Adresse abgelehnt",
  EMESSAGE: "Der Mailserver hat die Nachricht abgelehnt",
  ETIMEDOUT: "Der Mailserver hat nicht rechtzeitig geantwortet",
  ETLS: "Die TLS-Verbindung zum Mailserver ist fehlgeschlagen",
  ECONNECTION: noConnection,
  ESOCKET: noConnection,
  EDNS: "Der Hostname des Mailservers ließ sich nicht auflösen",
}

const receivers = { endpoint: "Der Endpunkt", push_service: "Der Push-Dienst" }
const ways = { email: "E-Mail ist", sms: "SMS ist", voice: "Anrufe sind" }

export const delivery: WordsOf<typeof deliveryCodes> = {
  endpoint_refused({ receiver, status }) {
    const isRedirect = status >= 300 && status < 400
    const answer = status === 410 ? "410 Gone" : String(status)
    const more = isRedirect ? " Weiterleitungen wird nicht gefolgt." : ""
    return `${receivers[receiver]} antwortete mit ${answer}.${more}`
  },
  post_timed_out: ({ isConnected, seconds }, { number }) =>
    `${isConnected ? "Keine Antwort" : "Keine Verbindung"} innerhalb von ${number(seconds)} s.`,
  post_failed: ({ said }) => `Keine Antwort: ${said}.`,
  post_untrusted: ({ said }) => `Dem Zertifikat wird nicht vertraut: ${said}.`,
  provider_limits: ({ provider }) => `Das Ratenlimit von ${provider} ist erreicht.`,
  provider_failed: ({ provider, status }) => `${provider} antwortete mit ${status}.`,
  provider_unreachable: ({ provider, said }) => `${provider} ist nicht erreichbar: ${said}.`,
  provider_refused: ({ provider, said }) => `${provider} hat die Nachricht abgelehnt: ${said}.`,
  slack_failed: ({ said }) => `Slack antwortete mit ${said}. Es wird erneut versucht.`,
  slack_queue_full: () =>
    "Zu viele Nachrichten warten auf diesen Kanal. Slack nimmt eine pro Sekunde an.",
  slack_bot_refused: ({ error }) => ofSlackBot[error],
  slack_hook_refused: ({ error }) => ofSlackHook[error],
  slack_hook_unknown: () => "Unter dieser URL gibt es keinen Webhook.",
  discord_refused: ({ error }) => ofDiscord[error],
  twilio_failed: ({ error, said }) => `Fehler ${error} von Twilio: ${said}.`,
  twilio_refused: ({ error }) => `${ofTwilio[error]} (Twilio ${error})`,
  phone_not_reached({ status, carrier, error }) {
    const why = carrier === null ? "" : `: ${ofCarrier[carrier]}`
    return `${ofPhone[status]}${why}${error === null ? "" : ` (Twilio ${error})`}.`
  },
  mail_failed: ({ error, said }) => `${error === null ? ofMail.EMESSAGE : ofMail[error]}: ${said}.`,
  channel_not_set_up: ({ kind, settings }, { and }) =>
    `${ways[kind]} nicht eingerichtet. Setzen Sie ${and(settings)}.`,
  browser_gone: () =>
    "Der Browser nimmt keine Benachrichtigungen mehr an; schalten Sie sie auf dem Gerät wieder ein.",
  browser_renewed: () =>
    "Der Browser hat sein Push-Abonnement erneuert. Es wird mit dem neuen erneut versucht.",
  browser_key_old: ({ status }) =>
    `Der Push-Dienst antwortete mit ${status}: Das Gerät hat mit einem alten Schlüssel dieser Installation abonniert. Schalten Sie die Benachrichtigungen auf dem Gerät wieder ein.`,
  push_too_long: () => "Die Nachricht ist zu lang für den Push-Dienst.",
  nothing_left_to_send: () => "Es gibt nichts mehr zu senden.",
  internal_error: () => "Interner Fehler. Sehen Sie in das Protokoll des Servers.",
  stored_address_unreadable: () =>
    "Die gespeicherte Adresse lässt sich nicht entschlüsseln, weil SECRET_KEY geändert wurde. Geben Sie sie erneut ein, oder stellen Sie den Schlüssel wieder her.",
  signing_secret_unreadable: () =>
    "Das Signaturgeheimnis lässt sich nicht entschlüsseln, weil SECRET_KEY geändert wurde. Ersetzen Sie es, oder stellen Sie den Schlüssel wieder her.",
  channel_deleted: () => "Der Kanal wurde gelöscht.",
  channel_off: () => "Der Kanal ist ausgeschaltet.",
  channel_unverified: () => "Der Kanal ist nicht bestätigt.",
  channel_address_changed: () => "Die Adresse des Kanals wurde geändert.",
  channel_throttled: ({ most, minutes }) =>
    `Nicht gesendet: Dieser Kanal hat innerhalb von ${minutes} Minuten bereits ${most} Meldungen erhalten.`,
  newer_code: () => "Ein neuerer Code hat ihn ersetzt.",
  receiver_gone: () => "Den Empfänger gibt es nicht mehr.",
  page_not_public: () => "Die Seite ist nicht mehr öffentlich.",
  address_not_confirmed: () => "Die Adresse wurde nicht bestätigt.",
  address_refused: ({ why }, { say }) => `Nicht gesendet: Die Adresse ${say(why)}.`,
  url_rule({ rule, why }, { say }) {
    const rules = {
      no_credentials: "darf weder Benutzernamen noch Passwort enthalten",
      https: "muss eine URL haben, die mit https:// beginnt",
      default_port: "muss Port 443 verwenden; lassen Sie den Port weg",
      reachable: `muss dorthin führen, wohin diese Installation senden darf: ${say(why)}`,
    }
    return rules[rule]
  },
  sender_stopped: () =>
    "Der sendende Prozess wurde beendet, bevor er das Ergebnis speicherte. Die Nachricht ist vielleicht angekommen; sie wird erneut gesendet.",
  endpoint_off: () => "Der Endpunkt wurde ausgeschaltet, bevor dies gesendet wurde.",
  endpoint_gone: () => "Der Endpunkt antwortete mit 410 und wurde ausgeschaltet.",
  endpoint_failing: () =>
    "Der Endpunkt wurde ausgeschaltet, weil fünf Tage lang jede Zustellung fehlschlug.",
  invitation_withdrawn: () => "Die Einladung wurde zurückgezogen.",
  project_deleted: () => "Das Projekt wurde gelöscht.",
  restored_from_backup: ({ madeAt }, { moment }) =>
    `Nicht gesendet: Die Installation wurde aus einer Sicherung vom ${moment(madeAt)} wiederhergestellt.`,
}

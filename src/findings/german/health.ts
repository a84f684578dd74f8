import type {
  areas,
  healthCodes,
  queueNames,
  ssoFaults,
  stoppedWork,
  writeRemedies,
} from "../codes/health.ts"
import type { WordsOf } from "../words.ts"

const waits: Record<(typeof stoppedWork)[number], string> = {
  api: "andere Rechner sind nicht erreichbar",
  probe: "Monitore werden nicht geprüft",
  notify: "Benachrichtigungen und geplante Aufgaben warten",
  other: "seine Arbeit wartet",
}

const queues: Record<(typeof queueNames)[number], string> = {
  event: "Ereignisse",
  webhook: "Webhooks",
  page: "Alarmierungen",
  notice: "Hinweise",
}

const freeOf = (mib: number): string => `${mib} MiB des Datenträgers von DATA_DIR sind frei`
const stopsBy = (isEmbedded: boolean): string =>
  isEmbedded
    ? "werden keine Prüfungen mehr gespeichert, dann wird niemand benachrichtigt"
    : "enden Telemetrie, Exporte und Sicherungen dorthin"

const writes: Record<(typeof writeRemedies)[number], string> = {
  space: "Schaffen Sie Platz auf seinem Datenträger.",
  memory: "Geben Sie ihm mehr Speicher.",
  connections: "Erhöhen Sie max_connections, oder senken Sie DATABASE_POOL.",
  primary: "Verbinden Sie sich in DATABASE_URL mit dem Primärserver, oder erlauben Sie Schreiben.",
  disk: "Sein Datenträger meldet Fehler: Tauschen Sie ihn aus.",
  log: "Sehen Sie in sein Log.",
}

const working: Record<(typeof areas)[number], (name: string, more: string) => string> = {
  mail_server: (name) => `${name} nimmt unsere Verbindung an.`,
  mail: (name, more) => `${name} nahm eine Testnachricht an ${more} an.`,
  phone: (name) => `Twilio kennt das Konto. Nachrichten und Anrufe kommen von ${name}.`,
  base_url: (name) => `${name} führt hierher.`,
  saml: (name) => `Die Metadaten von ${name} wurden gelesen.`,
  oidc: (name, more) => `${name} beschreibt sich unter ${more}.`,
  store: () => "Der Telemetriespeicher antwortet.",
  backups: (name) => `In ${name} lässt sich eine Datei schreiben.`,
  backups_unscheduled: (name) =>
    `In ${name} lässt sich eine Datei schreiben. In BACKUP_URL steht kein Zeitplan.`,
}

const sso: Record<(typeof ssoFaults)[number], (name: string, said: string) => string> = {
  not_set_up: () => "Single Sign-on ist nicht eingerichtet.",
  returned: (name, said) =>
    `${name} antwortete mit ${said} auf die Frage nach der Selbstbeschreibung.`,
  no_endpoints: (name) => `Der Selbstbeschreibung von ${name} fehlen die Endpunkte.`,
  other_issuer: (_, said) => `Die Selbstbeschreibung nennt einen anderen Aussteller: ${said}.`,
  no_json: (name) => `${name} ist nicht nutzbar: Die Selbstbeschreibung ist kein JSON.`,
}

const embedded = "Setzen Sie CLICKHOUSE_URL, um stattdessen einen ClickHouse-Server zu nutzen."

export const health: WordsOf<typeof healthCodes> = {
  database_silent: () => "Die Datenbank antwortete nicht innerhalb einer Sekunde.",
  database_unusable: ({ fault }, { say }) =>
    `PostgreSQL ist nicht nutzbar: ${say(fault)}. Starten Sie es, oder berichtigen Sie DATABASE_URL.`,
  bus_fails: ({ fault }, { say }) =>
    `${say(fault)} Bis dahin fragt die Oberfläche regelmäßig nach Neuem.`,
  bus_silent: () => "Der Bus antwortet nicht.",
  redis_unusable: ({ fault }, { say }) => `Redis (REDIS_URL) ist nicht nutzbar: ${say(fault)}.`,
  notifications_silent: () => "Die Verbindung zu PostgreSQL für Meldungen antwortet nicht.",
  secrets_unreadable: ({ count: secrets, command }, { count }) =>
    `${count(secrets, "gespeichertes Geheimnis", "gespeicherte Geheimnisse")} lassen sich nicht entschlüsseln, daher werden Monitore nicht geprüft oder Nachrichten nicht gesendet. \`${command} doctor\` nennt sie und was zu tun ist.`,
  dead_man_refuses: ({ fault }, { say }) =>
    `DEAD_MAN_URL nimmt keine Pings an: ${say(fault)}. Berichtigen Sie sie: Niemand erfährt, wenn Watchkeeper ausfällt.`,
  exports_failing: ({ count: pages }, { count }) =>
    `Die statischen Kopien von ${count(pages, "Statusseite", "Statusseiten")} lassen sich nicht schreiben. Prüfen Sie STATUS_EXPORT_URL; die Einstellungen jeder Seite nennen den Grund.`,
  channels_failing: ({ count: failing, of }, { count }) =>
    `Die letzte Nachricht an ${failing} von ${count(of, "Kanal", "Kanälen")} scheiterte; seine Seite nennt den Grund.`,
  calendars_failing: ({ count: calendars }, { count }) =>
    `${count(calendars, "Kalender der Bereitschaft ist", "Kalender der Bereitschaft sind")} nicht lesbar, und die letzte Kopie gilt; die Rotation nennt den Grund.`,
  monitors_overdue: ({ count: overdue, of }, { count }) =>
    `${overdue} von ${count(of, "Monitor", "Monitoren")} ${overdue === 1 ? "ist" : "sind"} überfällig: Kein Prüfer prüft ${overdue === 1 ? "ihn" : "sie"}. Starten Sie einen Prozess „probe“.`,
  checks_inconclusive: ({ count: unknown, of }, { count }) =>
    `Die letzten Prüfungen von ${unknown} von ${count(of, "Monitor", "Monitoren")} waren nicht eindeutig. Die Seite jedes Monitors nennt den Grund.`,
  no_prober_reports: () =>
    "Kein Prüfer hat in letzter Zeit den Zustand seines Netzes gemeldet. Starten Sie einen Prozess „probe“.",
  prober_without_egress: ({ command }) =>
    `Ein Prüfer erreicht keine der Vergleichsadressen. Starten Sie \`${command} doctor\` auf seinem Rechner.`,
  no_prober_has_egress: () =>
    "Kein Prüfer erreicht eine Vergleichsadresse: Sein Netz ist tot, oder EGRESS_ANCHORS ist falsch.",
  anchors_off: () =>
    "EGRESS_ANCHORS ist abgeschaltet, daher zählen Ausfälle ohne einen Beleg für unser eigenes Netz.",
  family_unreachable: ({ family }) =>
    `Ein Prüfer erreicht keine Vergleichsadresse über ${family}, daher sind Ausfälle über ${family} unbekannt. Richten Sie dort ${family} ein, oder entfernen Sie diese Adressen aus EGRESS_ANCHORS.`,
  resolvers_silent: () =>
    "Keiner der Nameserver eines Prüfers antwortet, daher lassen sich keine Namen auflösen. Prüfen Sie dort /etc/resolv.conf, oder setzen Sie RESOLVERS.",
  delivery_overdue: ({ queue, seconds }) =>
    `Die älteste Zustellung der Warteschlange für ${queues[queue]} ist seit ${seconds} s fällig. Starten Sie einen Prozess „notify“, oder sehen Sie in sein Log.`,
  alerts_unreached: ({ count: alerts, of }, { count }) =>
    `Zu ${alerts} von ${count(of, "offenen Alarm", "offenen Alarmen")} war niemand erreichbar: Alle Nachrichten sind gescheitert, auch die an Inhaber und Admins. Berichtigen Sie ihre Kanäle, und bestätigen Sie die Alarme.`,
  alerts_without_step: ({ count: alerts, of }, { count }) =>
    `${alerts} von ${count(of, "offenen Alarm", "offenen Alarmen")} ${alerts === 1 ? "hat" : "haben"} keine nächste Stufe. Das Log des Prozesses „notify“ nennt den Grund.`,
  audit_overdue: ({ count: alerts }, { count }) =>
    `In letzter Zeit wurde nicht geprüft, ob ${count(alerts, "offener Alarm", "offene Alarme")} eine nächste Stufe ${alerts === 1 ? "hat" : "haben"}. Starten Sie einen Prozess „notify“, oder sehen Sie in sein Log.`,
  role_silent: ({ role, work, seconds }) =>
    `Kein Prozess „${role}“ hat sich seit ${seconds} s gemeldet: ${waits[work]}. Starten Sie ihn, oder sehen Sie in sein Log.`,
  on_host: ({ host, found }, { say }) => `${host}: ${say(found)}`,
  telemetry_dropped: ({ before }) =>
    `Der Datenträger war fast voll, daher wurden Telemetriedaten von vor ${before} gelöscht. Schaffen Sie Platz.`,
  telemetry_refused: () =>
    "Der Datenträger des Telemetriespeichers ist fast voll, daher werden Telemetriedaten abgelehnt. Schaffen Sie Platz.",
  disk_unwritable: ({ fault, freeMib, isEmbedded }) =>
    `In DATA_DIR lässt sich nichts schreiben: ${fault ?? "der Datenträger antwortet nicht"}. ${freeOf(freeMib)}. Schaffen Sie Platz: ${stopsBy(isEmbedded)}.`,
  disk_scarce: ({ freeMib, isEmbedded }) =>
    `Nur ${freeOf(freeMib)}. Schaffen Sie Platz: Ist er voll, ${stopsBy(isEmbedded)}.`,
  inodes_scarce: ({ count, of }) =>
    `Nur ${count} von ${of} Inodes des Datenträgers von DATA_DIR sind frei. Löschen Sie Dateien: Ohne Inodes lässt sich keine Datei anlegen, als wäre der Datenträger voll.`,
  descriptors_scarce: ({ count, of }) =>
    `${count} von ${of} Dateideskriptoren sind offen. Erhöhen Sie die Grenze (LimitNOFILE, ulimit -n): Ohne freie lässt sich keine Verbindung öffnen oder annehmen.`,
  memory_scarce: ({ usedMib, limitMib, of }) =>
    `${usedMib} von ${limitMib} MiB ${of === "heap" ? "der Heap-Grenze von Node.js" : "der Speichergrenze seiner Kontrollgruppe"} sind belegt. Erhöhen Sie sie: Darüber wird der Prozess beendet und neu gestartet.`,
  connections_scarce: ({ count, of }) =>
    `${count} von ${of} Verbindungen zu PostgreSQL sind belegt. Erhöhen Sie max_connections, oder senken Sie DATABASE_POOL: Ohne freie starten keine Prozesse, und Anweisungen warten.`,
  clocks_differ: ({ seconds }) =>
    `Die Uhren dieses Rechners und von PostgreSQL weichen um ${seconds} s ab. Gleichen Sie beide über NTP ab: Zertifikate, Sitzungen und die Zeiten der Prüfungen hängen davon ab.`,
  writes_refused: ({ said, remedy }) =>
    `PostgreSQL lehnte es in der letzten Minute ab, etwas zu speichern: ${said}. ${writes[remedy]}`,
  decoder_ended: ({ times, minutes, how }) =>
    `Der Prozess, der Telemetriedaten liest, endete ${times === 1 ? "einmal" : `${times}-mal`} in ${minutes} Minuten, zuletzt durch ${how}, und wurde neu gestartet. Absender wiederholen, was nicht bestätigt war. SIGABRT und SIGKILL bedeuten meist zu wenig Speicher; mehr steht im Log.`,
  telemetry_store_refuses: ({ fault }, { say }) =>
    `Der Telemetriespeicher nimmt keine Daten an: ${say(fault)}. Starten Sie die Rolle „telemetry“, oder prüfen Sie CLICKHOUSE_URL; Gesendetes wartet in DATA_DIR.`,
  embedded_store_missing: ({ platform, packages }, { and }) =>
    packages === null
      ? `Der eingebettete Telemetriespeicher läuft nicht auf ${platform}. ${embedded}`
      : `Diese Installation hat keinen eingebetteten Telemetriespeicher: Die optionalen Pakete ${and(packages)} fehlen. ${embedded} Das Image hat sie, wenn es mit --build-arg TELEMETRY=embedded gebaut wird.`,
  setting_misspelt: ({ given, meant }) =>
    `${given} ist keine Einstellung und zählt nicht. Meinten Sie ${meant}?`,
  setting_retired: ({ old, name, written }, { and }) =>
    `${name} ersetzt ${and(old)}. ${
      written === null
        ? "Bisheriges zählt nicht mehr."
        : `Bisheriges zählt noch bis zur nächsten Nebenversion. Schreiben Sie ${written}.`
    }`,
  mail_unusable: ({ fault }, { say }) =>
    `E-Mails lassen sich nicht senden: Der Mailserver in SMTP_URL ist nicht nutzbar: ${say(fault)}. Prüfen Sie in SMTP_URL Host, Port, Benutzer und Passwort.`,
  twilio_unusable: ({ fault }, { say }) =>
    `SMS und Anrufe sind nicht möglich: Twilio ist nicht nutzbar: ${say(fault)}. Prüfen Sie Konto-SID und Token in TWILIO_URL.`,
  twilio_account: ({ status }) =>
    `SMS und Anrufe sind nicht möglich: Der Zustand des Kontos bei Twilio ist ${status}. Sehen Sie in dessen Konsole.`,
  base_url_unusable: ({ fault }, { say }) =>
    `BASE_URL ist von hier aus nicht nutzbar: ${say(fault)}. Prüfen Sie DNS-Eintrag, Zertifikat und Proxy: Links in Nachrichten und Rückrufe führen dorthin.`,
  area_works: ({ area, name, more }) => working[area](name, more),
  sso_unusable: ({ name, fault }, { say }) => `${name} ist nicht nutzbar: ${say(fault)}.`,
  sso_fault: ({ name, fault, said }) => sso[fault](name, said),
  own_network_fault: ({ why }, { say }) => `${say(why)}.`,
  strange: ({ names }, { list }) => `Andere sind richtig, also sind diese falsch: ${list(names)}.`,
}

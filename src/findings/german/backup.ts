import type { backupCodes, backupFaults, bucketRemedies, diskNeeds } from "../codes/backup.ts"
import type { WordsOf } from "../words.ts"

const needs: Record<(typeof diskNeeds)[number], string> = {
  verify:
    "hat zu wenig Platz, um die Sicherung zu überprüfen. Schaffen Sie Platz, oder setzen Sie DATA_DIR für diesen Befehl auf einen Ordner eines anderen Datenträgers.",
  restore:
    "hat zu wenig Platz, um die Sicherung wiederherzustellen. Schaffen Sie Platz, oder setzen Sie DATA_DIR auf einen neuen Ordner eines anderen Datenträgers, und wiederholen Sie den Befehl.",
  upgrade:
    "hat zu wenig Platz für die doppelte Datenbank. Schaffen Sie Platz, und wiederholen Sie den Befehl.",
  server: "ist voll. Schaffen Sie dort Platz, und wiederholen Sie den Befehl.",
}

const remedies: Record<(typeof bucketRemedies)[number], string> = {
  name: " Eine Sicherung dieses Namens gibt es nicht. Prüfen Sie den Namen und den Ordner in BACKUP_URL.",
  bucket: " Legen Sie den Bucket an, oder berichtigen Sie BACKUP_URL.",
  key: " Prüfen Sie Schlüssel und Geheimnis in BACKUP_URL, und ob der Schlüssel in diesem Bucket lesen, schreiben und löschen darf.",
  region: " Der Bucket liegt anderswo. Prüfen Sie Region und Host in BACKUP_URL.",
}

const another = "Verwenden Sie eine andere Sicherung."
const within = (why: string): string =>
  `Die Sicherung ist beschädigt: ${why}. Nichts wurde geändert. ${another}`
const changed = (name: string, checksum: string): string =>
  `Der Kopf von ${name} wurde nach der Sicherung geändert: Seine Prüfsumme mit Schlüssel ${checksum}. Stellen Sie sie nicht wieder her. ${another}`

const faults: Record<(typeof backupFaults)[number], (name: string, said: string) => string> = {
  damaged: (name, said) =>
    `${name} ist beschädigt oder unvollständig${said === "" ? "" : ` (${said})`}. ${another}`,
  foreign: (name) => `${name} ist keine Sicherung von Watchkeeper.`,
  format: (name, said) =>
    `${name} ist beschädigt oder in einem Format, das diese Version nicht lesen kann: ${said}.`,
  changed: (name) => changed(name, "ist falsch"),
  unsigned: (name) => changed(name, "fehlt"),
  no_manifest: () => within("Ihr Manifest fehlt"),
  bad_manifest: () => within("Ihr Manifest ist nicht lesbar"),
  after_manifest: (_, said) => within(`Nach ihrem Manifest folgt ${said}`),
  row_refused: (_, said) => within(said),
  no_telemetry: () => `Die Sicherung endet vor ihren Telemetriedaten. ${another}`,
}

export const backup: WordsOf<typeof backupCodes> = {
  backup_failed: ({ said }) => `${said}.`,
  backup_process_ended: ({ signal }) => `Der Prozess wurde durch ${signal} beendet.`,
  path_unusable({ path, nearest, fault, errorCode }) {
    const where =
      nearest === path ? "ist nicht zugänglich" : `lässt sich in ${nearest} nicht anlegen`
    const rules = {
      missing: `${path} gibt es nicht. Prüfen Sie den Pfad.`,
      file: `${nearest} ist eine Datei und kein Ordner. Wählen Sie einen anderen Ordner.`,
      full: `Der Datenträger von ${path} ist voll. Schaffen Sie Platz, oder wählen Sie einen anderen Ordner.`,
      blocked: `${path} ${where} (${errorCode}). Prüfen Sie Besitzer und Rechte.`,
      read_only: `${path} ${where} (${errorCode}). Das Dateisystem ist schreibgeschützt: Wählen Sie einen anderen Ordner.`,
    }
    return rules[fault]
  },
  disk_too_small: ({ folder, need }) =>
    `Der Datenträger ${need === "server" ? "des PostgreSQL-Servers in" : "von"} ${folder} ${needs[need]}`,
  backup_under_way: ({ folder, processId }) =>
    `Eine andere Sicherung wird gerade ${folder === null ? "überprüft" : `nach ${folder} geschrieben`} (Prozess ${processId}). Warten Sie, bis sie endet.`,
  backup_unusable: ({ name, fault, said }) => faults[fault](name ?? "Die Sicherung", said ?? ""),
  backup_rows_differ({ where, table, rows, stated }) {
    const found = `${table} hat ${rows} Zeilen und sollte ${stated} haben${rows === stated ? ", und die Prüfsumme ist falsch" : ""}`
    if (where === "file") return within(found)
    return where === "telemetry"
      ? `Die Telemetriedaten der Sicherung sind beschädigt: ${found}. ${another}`
      : `Nach der Wiederherstellung: ${found}. Verlassen Sie sich nicht auf diese Sicherung.`
  },
  backup_of_later_version: ({ version, names }, { list }) =>
    version === null
      ? `Die Telemetriedaten der Sicherung haben eine Tabelle oder Spalte, die diese Version nicht kennt (${list(names)}). Installieren Sie die Version der Sicherung oder eine spätere, und wiederholen Sie den Befehl.`
      : `Die Sicherung ist von Watchkeeper ${version} und hat Migrationen, die diese Version nicht kennt (${list(names)}). Installieren Sie Version ${version} oder eine spätere, und wiederholen Sie den Befehl.`,
  backup_passphrase_wrong: () =>
    "Die Passphrase öffnet den geheimen Schlüssel dieser Sicherung nicht. Setzen Sie BACKUP_PASSPHRASE auf die Passphrase, mit der die Sicherung entstand.",
  backup_key_missing: ({ madeAt }, { moment }) =>
    madeAt === null
      ? "Diese Sicherung enthält den geheimen Schlüssel nicht. Verwenden Sie eine, die mit BACKUP_PASSPHRASE entstand."
      : `Die Sicherung vom ${moment(madeAt)} hat einen anderen geheimen Schlüssel als diese Installation. Verwenden Sie eine Sicherung dieser Installation.`,
  restore_interrupted: ({ madeAt }, { moment }) =>
    `Eine Wiederherstellung der Sicherung vom ${moment(madeAt)} wurde hier unterbrochen. Starten Sie sie nochmals, um fortzufahren, oder stellen Sie diese Sicherung in einem anderen DATA_DIR oder einer leeren Datenbank wieder her.`,
  telemetry_not_drained: () =>
    "Der Telemetriespeicher hat die Telemetriedaten nicht übernommen, die vor einer Minute bestätigt wurden. /api/health nennt den Grund. Wiederholen Sie danach die Sicherung, oder lassen Sie die Telemetriedaten weg.",
  telemetry_row_too_large: ({ table }) => `Eine Zeile von ${table} ist zu groß für eine Sicherung.`,
  telemetry_rows_refused: ({ table, said }) =>
    `Der Telemetriespeicher lehnte Zeilen von ${table} ab: ${said}.`,
  telemetry_not_restored: ({ cause }, { say }) =>
    `Die Telemetriedaten wurden nicht wiederhergestellt: ${say(cause)} Die anderen Tabellen sind wiederhergestellt. Wiederholen Sie den Befehl, oder schließen Sie ihn mit --without-telemetry ohne sie ab.`,
  backup_bucket_returned: ({ bucket, status, said, remedy }) =>
    `Der Bucket ${bucket} antwortete mit ${status === null ? "" : `${status}: `}${said}${remedy === null ? "" : remedies[remedy]}`,
  backup_bucket_unreachable: ({ bucket, said, isUntrusted }) =>
    `Der Bucket ${bucket} ist nicht erreichbar: ${said}. ${
      isUntrusted
        ? "Ist sein Zertifikat von einer eigenen Zertifizierungsstelle, dann setzen Sie vor dem Start NODE_EXTRA_CA_CERTS auf eine Datei mit ihr."
        : "Prüfen Sie BACKUP_URL, und ob dieser Rechner den Host erreicht."
    }`,
  no_backup_verified: () => "Bisher ist keine Sicherung überprüft.",
  backup_is_old: ({ hours }, { count }) =>
    `Die neueste überprüfte Sicherung ist ${count(hours, "Stunde", "Stunden")} alt.`,
  last_backup_failed: ({ error }, { say }) => `Der letzte Versuch scheiterte: ${say(error)}`,
  start_backups: ({ command }) =>
    `Starten Sie einen Prozess „notify“, oder \`${command} backup --verify\`.`,
}

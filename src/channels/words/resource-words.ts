import type { Resource } from "../../platform/resources/judge-usage.ts"

/** What a resource's end means and what to do; the figures are on the Installation page. */
export const resources: Record<Resource, string> = {
  disk: "The disk of DATA_DIR is nearly full. Free space: when it is full, nothing can be stored there.",
  inodes:
    "The disk of DATA_DIR has nearly no free inodes. Delete files: without inodes no file can be made.",
  descriptors:
    "A process has nearly all its file descriptors open. Raise the limit (LimitNOFILE, ulimit -n): without free ones no connection can be opened or accepted.",
  memory:
    "A process has used nearly all memory that it may use. Raise the limit: beyond it the process is killed and started again.",
  connections:
    "Nearly all connections of PostgreSQL are used. Raise max_connections or lower DATABASE_POOL.",
  clock: "The clocks of the machine and of PostgreSQL differ. Sync both with NTP.",
  writes: "PostgreSQL refused to store something. Look at its log and at its disk.",
}

export const germanResources: Record<Resource, string> = {
  disk: "Der Datenträger von DATA_DIR ist fast voll. Schaffen Sie Platz: Ist er voll, kann dort nichts mehr gespeichert werden.",
  inodes:
    "Der Datenträger von DATA_DIR hat fast keine freien Inodes. Löschen Sie Dateien: Ohne Inodes lässt sich keine Datei anlegen.",
  descriptors:
    "Ein Prozess hat fast alle Dateideskriptoren geöffnet. Erhöhen Sie die Grenze (LimitNOFILE, ulimit -n): Ohne freie lässt sich keine Verbindung öffnen oder annehmen.",
  memory:
    "Ein Prozess hat fast den ganzen erlaubten Speicher belegt. Erhöhen Sie die Grenze: Darüber wird der Prozess beendet und neu gestartet.",
  connections:
    "Fast alle Verbindungen von PostgreSQL sind belegt. Erhöhen Sie max_connections oder senken Sie DATABASE_POOL.",
  clock:
    "Die Uhren der Maschine und von PostgreSQL weichen voneinander ab. Gleichen Sie beide mit NTP ab.",
  writes:
    "PostgreSQL hat etwas nicht gespeichert. Sehen Sie in sein Protokoll und auf seinen Datenträger.",
}

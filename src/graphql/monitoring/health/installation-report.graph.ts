import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { itsFindings } from "../../kernel/finding.graph.ts"
import { DeliveryQueue } from "../../delivery/log/delivery.graph.ts"
import type { HealthPart } from "./list-parts.ts"
import {
  readInstallation,
  type BackupReport,
  type InstallationReport,
  type ProberReport,
  type QueueReport,
} from "./read-installation.ts"

const HealthStatus = builder.enumType("HealthStatus", {
  description: "State of a part of the installation.",
  values: valuesOf({
    ok: "It works.",
    degraded: "It works with the described problem.",
    down: "It does not work.",
  }),
})

const detail = "The problem in full sentences of English; null if there is none."

const Part = builder.objectRef<HealthPart>("InstallationPart").implement({
  description: "A part of the installation and its state.",
  fields: (t) => ({
    name: t.exposeString("name", { description: "Name of the part." }),
    status: t.expose("status", { type: HealthStatus, description: "Its state." }),
    ...t.explainedOrNull("detail", detail, itsFindings),
  }),
})

const Queue = builder.objectRef<QueueReport>("InstallationQueue").implement({
  description: "A delivery queue and its state.",
  fields: (t) => ({
    queue: t.expose("queue", { type: DeliveryQueue, description: "The queue." }),
    status: t.expose("status", { type: HealthStatus, description: "Its state." }),
    ...t.explainedOrNull("detail", detail, itsFindings),
    oldestDueSeconds: t.exposeInt("oldestDueSeconds", {
      nullable: true,
      description: "How long its oldest due delivery has waited for a worker; null for none.",
    }),
    queued: t.exposeInt("queued", {
      description: "Deliveries that are not settled, including later retries; at most 10,000.",
    }),
  }),
})

const Prober = builder.objectRef<ProberReport>("InstallationProber").implement({
  description: "A probe process, by its last report.",
  fields: (t) => ({
    proberId: t.exposeID("proberId", { description: "UUID version 7, new at each start." }),
    reportedAt: t.expose("reportedAt", {
      type: "DateTime",
      description: "When it last reported on its own network.",
    }),
    anchors: t.exposeInt("anchors", { description: "Number of egress anchors." }),
    reached: t.exposeInt("reached", { description: "How many of them responded." }),
  }),
})

const Backup = builder.objectRef<BackupReport>("InstallationBackup").implement({
  description: "The newest backups of the installation.",
  fields: (t) => ({
    isScheduled: t.exposeBoolean("isScheduled", {
      description: "Whether backups are made regularly, by a schedule in the setting BACKUP_URL.",
    }),
    place: t.exposeString("place", {
      nullable: true,
      description: "Folder or bucket of the newest backup; null if there is none.",
    }),
    name: t.exposeString("name", {
      nullable: true,
      description: "File name of the newest backup.",
    }),
    madeAt: t.expose("madeAt", {
      type: "DateTime",
      nullable: true,
      description: "When the newest backup was made.",
    }),
    bytes: t.exposeFloat("bytes", { nullable: true, description: "Size of the newest backup." }),
    verifiedAt: t.expose("verifiedAt", {
      type: "DateTime",
      nullable: true,
      description:
        "When the newest verified backup was made: one that was restored into a temporary database and compared.",
    }),
  }),
})

const Report = builder.objectRef<InstallationReport>("InstallationReport").implement({
  description: "State and versions of the installation.",
  fields: (t) => ({
    version: t.exposeString("version", { description: "Version of Watchkeeper." }),
    nodeVersion: t.exposeString("nodeVersion", { description: "Version of Node.js." }),
    postgresVersion: t.exposeString("postgresVersion", { description: "Version of PostgreSQL." }),
    isPostgresEmbedded: t.exposeBoolean("isPostgresEmbedded", {
      description: "Whether Watchkeeper runs PostgreSQL itself, with its data in DATA_DIR.",
    }),
    usesRedis: t.exposeBoolean("usesRedis", {
      description: "Whether messages between processes use Redis; otherwise PostgreSQL.",
    }),
    proxy: t.exposeString("proxy", {
      nullable: true,
      description:
        "Host and port of the forward proxy of HTTPS_PROXY and HTTP_PROXY, without credentials; null without one.",
    }),
    databaseBytes: t.exposeFloat("databaseBytes", { description: "Size of the database." }),
    diskFreeBytes: t.exposeFloat("diskFreeBytes", {
      nullable: true,
      description: "Free space where DATA_DIR is; null if it cannot be read.",
    }),
    diskBytes: t.exposeFloat("diskBytes", {
      nullable: true,
      description: "Size of the file system where DATA_DIR is; null if it cannot be read.",
    }),
    monitors: t.exposeInt("monitors", { description: "Live monitors that are probed." }),
    overdueMonitors: t.exposeInt("overdueMonitors", {
      description: "Those whose next check should have finished by now.",
    }),
    lastCheckAgeSeconds: t.exposeInt("lastCheckAgeSeconds", {
      nullable: true,
      description: "Age of the latest check; null before the first.",
    }),
    parts: t.expose("parts", { type: [Part], description: "Its parts, as in /api/health." }),
    queues: t.expose("queues", { type: [Queue], description: "Its delivery queues." }),
    probers: t.expose("probers", {
      type: [Prober],
      description: "Its probe processes, latest report first; at most 100.",
    }),
    backup: t.expose("backup", { type: Backup, description: "Its newest backups." }),
  }),
})

builder.queryField("installationReport", (t) =>
  t.field({
    type: Report,
    nullable: true,
    description:
      "State and versions of this installation. Only for its operator, who has the first account.",
    resolve: (_root, _args, ctx) => readInstallation(ctx),
  }),
)

import { readFindings } from "../../../findings/finding.ts"
import { builder } from "../../kernel/builder.ts"
import { relationPage } from "../../kernel/connection.graph.ts"
import { Finding } from "../../kernel/finding.graph.ts"
import { byText, keysetOf } from "../../kernel/prisma-keyset.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { senderKinds, senderNames, type SenderKind } from "../../../senders/sender-kinds.ts"
import { findSource } from "./find-source.ts"
import { mostPayloads } from "./store-payload.ts"
import { readWords } from "./rules/source-input.ts"

export const SourceKindType = builder.enumType("SourceKind", {
  description: "The format that the senders of a source speak.",
  values: Object.fromEntries(
    senderNames.map((value) => [
      value.toUpperCase(),
      { value, description: `${senderKinds[value].label}. ${senderKinds[value].setup}` },
    ]),
  ) as Record<Uppercase<SenderKind>, { value: SenderKind; description: string }>,
})

type Word = { name: string; value: string }
/** Labels as a list, from what is stored. */
export const wordsOf = (json: unknown): Word[] =>
  Object.entries(readWords(json)).map(([name, value]) => ({ name, value }))

export const SourceLabel = builder.objectRef<Word>("SourceLabel").implement({
  description: "A label of an alert: a name with a value.",
  fields: (t) => ({
    name: t.exposeString("name", { description: "Its name." }),
    value: t.exposeString("value", { description: "Its value, as text." }),
  }),
})

const SourcePath = builder.objectRef<Word>("SourcePath").implement({
  description: "Where a member of a JSON body is.",
  fields: (t) => ({
    name: t.exposeString("name", { description: "What it means, such as title." }),
    path: t.string({
      description: "A path to one member, such as $.alert.title.",
      resolve: ({ value }) => value,
    }),
  }),
})

builder.prismaObject("SourcePayload", {
  description: "A request of a sender, with what became of it.",
  include: { source: { select: { projectId: true } } },
  authScopes: ({ source: { projectId } }) => mayOf(projectId, "alerts:read", "source"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    receivedAt: t.expose("receivedAt", { type: "DateTime", description: "When it came in." }),
    body: t.exposeString("body", {
      description: "As it was sent, without the key; the first 64 KiB.",
    }),
    bytes: t.exposeInt("bytes", { description: "The length of the whole body." }),
    isRefused: t.exposeBoolean("isRefused", { description: "True if nothing was accepted." }),
    findings: t.field({
      type: [Finding],
      description: "What became of it: each event's effect, or why it was refused.",
      resolve: ({ findings }) => readFindings(findings),
    }),
    alert: t.relation("alert", {
      nullable: true,
      description: "The first alert that it concerned.",
    }),
  }),
})

export const SourceType = builder.prismaObject("Source", {
  name: "Source",
  description: "Where alerts come in from: senders that post events with its key.",
  authScopes: ({ projectId }) => mayOf(projectId, "alerts:read", "source"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    name: t.exposeString("name", { description: "1 to 200 characters, unique in the project." }),
    kind: t.field({
      type: SourceKindType,
      description: "The format that its senders speak.",
      resolve: ({ kind }) => kind as SenderKind,
    }),
    keyHint: t.exposeString("keyHint", { description: "The last four characters of its key." }),
    isKeyGiven: t.exposeBoolean("isKeyGiven", {
      description: "True if its key was used by a sender before and taken over.",
    }),
    isEnabled: t.exposeBoolean("isEnabled", {
      description: "False refuses its senders' requests.",
    }),
    severity: t.exposeString("severity", {
      description: "The urgency of events that state none: high or low.",
    }),
    labels: t.field({
      type: [SourceLabel],
      description: "Labels of all its alerts.",
      resolve: ({ labels }) => wordsOf(labels),
    }),
    mapping: t.field({
      type: [SourcePath],
      description: "Where members of a JSON body are, other than the usual places.",
      resolve: ({ mapping }) => wordsOf(mapping),
    }),
    policy: t.relation("policy", {
      nullable: true,
      description: "Whom its alerts page; null for the project's default policy.",
    }),
    receivedCount: t.exposeInt("receivedCount", { description: "Requests that were accepted." }),
    lastReceivedAt: t.expose("lastReceivedAt", {
      type: "DateTime",
      nullable: true,
      description: "When the last of them came in.",
    }),
    refusedCount: t.exposeInt("refusedCount", { description: "Requests that were refused." }),
    lastRefusedAt: t.expose("lastRefusedAt", {
      type: "DateTime",
      nullable: true,
      description: "When the last of them came in.",
    }),
    lastRefusal: t.field({
      type: [Finding],
      description: "Why that one was refused.",
      resolve: ({ lastRefusal }) => readFindings(lastRefusal),
    }),
    payloads: t.relation("payloads", {
      description: "The last 50 requests, newest first.",
      query: { orderBy: { id: "desc" }, take: mostPayloads },
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
    updatedAt: t.expose("updatedAt", {
      type: "DateTime",
      description: "When its settings last changed.",
    }),
  }),
})

builder.prismaObjectField("Project", "sources", (t) =>
  relationPage(t, "sources", {
    order: keysetOf("sources", { name: byText }),
    description: "Sources of alerts, ordered by name. Needs alerts:read.",
    authScopes: ({ id }) => mayOf(id, "alerts:read", "project"),
  }),
)

builder.queryField("source", (t) =>
  t.prismaField({
    type: SourceType,
    nullable: true,
    description: "One source of alerts. Needs alerts:read.",
    args: { id: t.arg.id({ required: true, description: "The source." }) },
    resolve: (_query, _root, { id }, ctx) => findSource(ctx, id, "alerts:read"),
  }),
)

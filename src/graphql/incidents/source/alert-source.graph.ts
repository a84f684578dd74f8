import { z } from "zod"
import type { EventLink } from "../../../senders/sender-event.ts"
import { builder } from "../../kernel/builder.ts"
import { mayOfRow } from "../../kernel/row-access.ts"
import { SourceLabel, SourceType, wordsOf } from "./source.graph.ts"

const AlertLink = builder.objectRef<EventLink>("AlertLink").implement({
  description: "A page that the sender of an alert names.",
  fields: (t) => ({
    url: t.exposeString("url", { description: "An http or https URL." }),
    text: t.exposeString("text", { description: "Its title, or the URL." }),
  }),
})

const links = z.array(z.object({ url: z.string(), text: z.string() })).catch([])

const AlertEvidence = builder.prismaObject("AlertEvidence", {
  description: "What the sender of an alert wrote, verbatim.",
  include: { alert: { select: { projectId: true } } },
  authScopes: ({ alertId, alert: { projectId } }) =>
    mayOfRow("alert", alertId, projectId, "alerts:read"),
  fields: (t) => ({
    dedupKey: t.exposeString("dedupKey", {
      description: "Identifies the alert among the open ones of its source; at most 10 KiB of it.",
    }),
    labels: t.field({
      type: [SourceLabel],
      description: "Its labels.",
      resolve: ({ labels }) => wordsOf(labels),
    }),
    links: t.field({
      type: [AlertLink],
      description: "Pages that the sender names.",
      resolve: ({ links: stored }) => links.parse(stored),
    }),
    body: t.exposeString("body", {
      description: "The event that raised it, as JSON without the key; the first 64 KiB.",
    }),
  }),
})

builder.prismaObjectFields("Alert", (t) => ({
  source: t.relation("source", {
    type: SourceType,
    nullable: true,
    description: "The source whose sender reported it; null for other alerts.",
  }),
  evidence: t.relation("evidence", {
    type: AlertEvidence,
    nullable: true,
    description: "What its sender wrote; null for an alert without a source.",
  }),
  repeatCount: t.exposeInt("repeatCount", {
    description: "How often its sender reported it again while it was open.",
  }),
  repeatedAt: t.expose("repeatedAt", {
    type: "DateTime",
    nullable: true,
    description: "When its sender last did.",
  }),
}))

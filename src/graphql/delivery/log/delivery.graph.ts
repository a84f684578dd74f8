import { readLast } from "../../../findings/finding.ts"
import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { findDelivery } from "./find-delivery.ts"
import { permissionOf } from "./readable-delivery.ts"
import { confirmedAtOf, shownStateOf } from "./rules/delivery-confirmation.ts"

export const DeliveryState = builder.enumType("DeliveryState", {
  description: "The state of a delivery.",
  values: valuesOf({
    pending: "It is queued.",
    accepted: "The provider or endpoint took it; that it was delivered is not confirmed.",
    delivered: "The provider confirmed that it was delivered.",
    unaddressed: "Nobody was subscribed to the event.",
    addressed: "Each recipient of the event has its own delivery.",
    dead: "All attempts failed.",
    cancelled:
      "It is no longer needed, such as a page that was acknowledged, or its endpoint was disabled first.",
  }),
})

export const DeliveryQueue = builder.enumType("DeliveryQueue", {
  description: "A delivery queue; each has its own workers.",
  values: valuesOf({
    event: "Events that are not yet fanned out to recipients.",
    webhook: "Webhooks.",
    page: "Pages.",
    notice: "Less urgent messages, such as codes, hand-overs and subscriber e-mails.",
  }),
})

export const Delivery = builder.prismaObject("Delivery", {
  description: "A message in the outbox, stored in the transaction that caused it.",
  // A personal delivery has the person as its subject and is not readable through a project.
  authScopes: ({ projectId, subjectId, ...delivery }, { actor }) =>
    projectId === null
      ? actor.kind === "user" && actor.userId === subjectId
      : {
          may: {
            projectId,
            permission: permissionOf(delivery),
            noun: "delivery",
            ...(delivery.queue === "page" && { about: { type: "alert", id: subjectId } as const }),
          },
        },
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    event: t.exposeString("event", { description: "The kind of event, such as incident.created." }),
    subjectId: t.exposeID("subjectId", { description: "What the event is about." }),
    target: t.exposeString("target", {
      description: "The recipient; everyone for the event itself.",
    }),
    payload: t.expose("payload", {
      type: "JSON",
      description: "The event payload as receivers read it.",
    }),
    queue: t.expose("queue", { type: DeliveryQueue, description: "Its queue." }),
    state: t.field({ type: DeliveryState, description: "Its state.", resolve: shownStateOf }),
    priority: t.exposeInt("priority", { description: "Higher goes first." }),
    body: t.exposeString("body", {
      nullable: true,
      description:
        "The exact body that is signed and sent at every attempt; null for an event itself.",
    }),
    attemptCount: t.exposeInt("attemptCount", { description: "The number of attempts." }),
    attempts: t.relation("attempts", {
      description: "Its attempts, newest first; the latest 50.",
      query: { orderBy: { number: "desc" }, take: 50 },
    }),
    firstAttemptAt: t.field({
      type: "DateTime",
      nullable: true,
      description:
        "When its first attempt began, after the wait of a contact rule or of quiet hours; null before.",
      select: { attempts: { orderBy: { number: "asc" }, take: 1, select: { startedAt: true } } },
      resolve: ({ attempts }) => attempts[0]?.startedAt ?? null,
    }),
    ...t.explainedOrNull(
      "lastError",
      "Why the last attempt failed, in English; null if it did not.",
      readLast,
      { data: "lastFindings" },
    ),
    nextAttemptAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "When the next attempt is due; null once settled.",
      resolve: ({ state, dueAt }) => (state === "pending" ? dueAt : null),
    }),
    receipt: t.exposeString("receipt", {
      nullable: true,
      description: "The provider's message id; null if it gives none.",
    }),
    confirmedAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "When the provider confirmed that it was delivered; null if it did not.",
      resolve: confirmedAtOf,
    }),
    settledAt: t.expose("settledAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was accepted, failed or cancelled; null while pending.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
  }),
})

builder.queryField("delivery", (t) =>
  t.prismaField({
    type: "Delivery",
    nullable: true,
    description:
      "One delivery. Needs the same permission as in the project's list: webhooks:read for webhooks, alerts:read for pages, or that of a notice's subject.",
    args: { id: t.arg.id({ required: true, description: "The delivery." }) },
    resolve: (_query, _root, { id }, ctx) => findDelivery(ctx, id),
  }),
)

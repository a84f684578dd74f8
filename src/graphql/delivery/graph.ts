import { z } from "zod"
import { builder } from "../builder.ts"
import { checkCursors, requireCursors } from "../cursor.ts"
import { id, parse } from "../input.ts"
import { eventKinds } from "./event.ts"
import { permissionOf, readableBy } from "./readable.ts"

const DeliveryState = builder.enumType("DeliveryState", {
  description: "What became of a delivery.",
  values: {
    PENDING: { value: "pending", description: "It is still owed." },
    DELIVERED: { value: "delivered", description: "It arrived." },
    UNADDRESSED: { value: "unaddressed", description: "Nobody was subscribed to the event." },
    ADDRESSED: {
      value: "addressed",
      description: "Everybody who was subscribed to the event is owed a delivery of their own.",
    },
    DEAD: { value: "dead", description: "It was given up." },
    CANCELLED: {
      value: "cancelled",
      description: "Nobody needs it any more, such as a page that was acknowledged.",
    },
  } as const,
})

const DeliveryLane = builder.enumType("DeliveryLane", {
  description: "Whose workers send it; no lane waits for another.",
  values: {
    EVENT: { value: "event", description: "What happened, before anybody is owed it." },
    WEBHOOK: { value: "webhook", description: "What webhook endpoints are owed." },
    PAGE: { value: "page", description: "What wakes a person." },
    NOTICE: {
      value: "notice",
      description: "What can wait, such as codes, hand-overs and mails to subscribers.",
    },
  } as const,
})

export const Delivery = builder.prismaObject("Delivery", {
  description: "A side effect owed to the world, written down with what caused it.",
  // One that concerns a person alone is about that person, and no project's to read.
  authScopes: ({ projectId, subjectId, ...delivery }, { actor }) =>
    projectId === null
      ? actor.kind === "user" && actor.userId === subjectId
      : { may: { projectId, permission: permissionOf(delivery), noun: "delivery" } },
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    event: t.exposeString("event", { description: "The kind of event, such as incident.created." }),
    subjectId: t.exposeID("subjectId", { description: "What the event is about." }),
    target: t.exposeString("target", {
      description: "Who is owed it; everyone for the event itself.",
    }),
    payload: t.expose("payload", {
      type: "JSON",
      description: "The event's data as its receivers read it.",
    }),
    lane: t.expose("lane", { type: DeliveryLane, description: "Whose workers send it." }),
    state: t.expose("state", { type: DeliveryState, description: "What became of it." }),
    priority: t.exposeInt("priority", { description: "Higher goes first." }),
    body: t.exposeString("body", {
      nullable: true,
      description:
        "The exact text that is sent and signed, the same at every attempt; null for an event itself.",
    }),
    attemptCount: t.exposeInt("attemptCount", { description: "How often it was sent." }),
    attempts: t.relation("attempts", {
      description: "How each attempt went, the last first; the latest 50.",
      query: { orderBy: { number: "desc" }, take: 50 },
    }),
    lastError: t.exposeString("lastError", {
      nullable: true,
      description: "Why the last attempt failed.",
    }),
    nextAttemptAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "When it is to be sent next, or was to be; null once it is settled.",
      resolve: ({ state, dueAt }) => (state === "pending" ? dueAt : null),
    }),
    receipt: t.exposeString("receipt", {
      nullable: true,
      description: "What the provider calls the message; null where it has no name for it.",
    }),
    confirmedAt: t.expose("confirmedAt", {
      type: "DateTime",
      nullable: true,
      description: "When the provider said that it reached the receiver.",
    }),
    settledAt: t.expose("settledAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was delivered or given up; null while it is owed.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was caused." }),
  }),
})

const kinds = eventKinds.join(", ")
const filter = z.object({
  subjectId: id.nullish(),
  events: z.array(z.enum(eventKinds, { error: `must be one of ${kinds}` })).nullish(),
})

builder.prismaObjectField("Project", "deliveries", (t) =>
  t.relatedConnection("deliveries", {
    cursor: "id",
    description:
      "What the project owed the world, newest first. A key sees what its scopes let it: events and webhooks with webhooks:read, pages with alerts:read, notices by what they are about.",
    authScopes: async ({ id }, page, { database, actor }) => {
      await requireCursors(page, (row) =>
        database.prisma.delivery.count({ where: { id: row, projectId: id } }),
      )
      const permission = readableBy(actor) === null ? "webhooks:read" : "project:read"
      return { may: { projectId: id, permission, noun: "project" } }
    },
    args: {
      states: t.arg({ type: [DeliveryState], description: "Only those that stand like this." }),
      events: t.arg.stringList({ description: "Only these kinds, such as incident.created." }),
      subjectId: t.arg.id({ description: "Only those about this monitor, incident or alert." }),
    },
    query: (args, { actor }) => {
      checkCursors(args)
      const { subjectId, events } = parse(filter, args)
      return {
        where: {
          ...readableBy(actor),
          ...(args.states ? { state: { in: args.states } } : {}),
          ...(subjectId ? { subjectId } : {}),
          ...(events ? { event: { in: events } } : {}),
        },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      }
    },
  }),
)

import { builder } from "../builder.ts"
import { checkedPage, requireCursors } from "../cursor.ts"
import { createState } from "./create.ts"
import { deleteState } from "./delete.ts"
import { updateState } from "./update.ts"

export const subject = builder.enumType("Subject", {
  description: "What a state or a severity is for.",
  values: {
    INCIDENT: { value: "incident", description: "Incidents." },
    ALERT: { value: "alert", description: "Alerts." },
  } as const,
})

const meaning = builder.enumType("StateMeaning", {
  description: "What a state means to the machinery, whatever a project calls it.",
  values: {
    OPEN: { value: "open", description: "Nobody has taken it yet." },
    ACKNOWLEDGED: { value: "acknowledged", description: "Somebody works on it." },
    RESOLVED: { value: "resolved", description: "It is over." },
  } as const,
})

builder.prismaObject("State", {
  description: "Where an incident or an alert stands.",
  authScopes: ({ projectId }) => ({
    may: { projectId, permission: "project:read", noun: "state" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    subject: t.expose("subject", { type: subject, description: "What it is for." }),
    name: t.exposeString("name", {
      description: "Lower case; unique within the project and subject.",
    }),
    color: t.exposeString("color", { description: "#rrggbb." }),
    meaning: t.expose("meaning", { type: meaning, description: "What it means." }),
    isResolved: t.boolean({
      description: "Whether what is in it is over.",
      resolve: (state) => state.meaning === "resolved",
    }),
    order: t.exposeInt("order", { description: "Where it stands among the states, from 1." }),
    isBuiltIn: t.exposeBoolean("isBuiltIn", {
      description: "Whether it always exists and keeps its name.",
    }),
  }),
})

builder.prismaObjectField("Project", "states", (t) =>
  t.relatedConnection("states", {
    cursor: "id",
    description: "The states of incidents and alerts, built-in and own, in their order.",
    authScopes: async ({ id }, page, { database }) => {
      await requireCursors(page, (row) =>
        database.prisma.state.count({ where: { id: row, projectId: id } }),
      )
      return true
    },
    args: { subject: t.arg({ type: subject, description: "Only those of one subject." }) },
    query: (args) =>
      checkedPage(args, {
        ...(args.subject ? { where: { subject: args.subject } } : {}),
        orderBy: [{ subject: "asc" }, { order: "asc" }, { id: "asc" }],
      }),
  }),
)

builder.mutationField("createState", (t) =>
  t.prismaField({
    type: "State",
    description: "Adds a state of the project's own. Needs project:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      subject: t.arg({ type: subject, required: true, description: "What it is for." }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
      color: t.arg.string({ required: true, description: "#rrggbb." }),
      meaning: t.arg({ type: meaning, required: true, description: "What it means, for good." }),
      order: t.arg.int({ description: "1 to 1,000; the last where absent." }),
    },
    resolve: (_query, _root, args, ctx) =>
      createState(ctx, { ...args, order: args.order ?? undefined }),
  }),
)

builder.mutationField("updateState", (t) =>
  t.prismaField({
    type: "State",
    description: "Changes what is given; a built-in state keeps its name. Needs project:write.",
    args: {
      id: t.arg.id({ required: true, description: "The state." }),
      name: t.arg.string({ description: "1 to 200 characters." }),
      color: t.arg.string({ description: "#rrggbb." }),
      order: t.arg.int({ description: "1 to 1,000." }),
    },
    resolve: (_query, _root, { id, name, color, order }, ctx) =>
      updateState(ctx, {
        id,
        name: name ?? undefined,
        color: color ?? undefined,
        order: order ?? undefined,
      }),
  }),
)

builder.mutationField("deleteState", (t) =>
  t.id({
    description:
      "Deletes a state of the project's own that nothing is in; answers its id. Needs project:write.",
    args: { id: t.arg.id({ required: true, description: "The state." }) },
    resolve: (_root, args, ctx) => deleteState(ctx, args.id),
  }),
)

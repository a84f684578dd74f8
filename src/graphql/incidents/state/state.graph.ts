import { z } from "zod"
import { Subject } from "../../../../prisma/generated/enums.ts"
import { say } from "../../../findings/say.ts"
import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { omitNulls } from "../../kernel/input.ts"
import { relationPage } from "../../kernel/connection.graph.ts"
import { byNumber, keysetOf } from "../../kernel/prisma-keyset.ts"
import { createState } from "./create-state.ts"
import { deleteState } from "./delete-state.ts"
import { labelOf } from "./rules/state-label.ts"
import { updateState } from "./update-state.ts"

export const subject = builder.enumType("Subject", {
  description: "Whether a state or a severity is for incidents or alerts.",
  values: valuesOf({
    incident: "Incidents.",
    alert: "Alerts.",
  }),
})

export const StateMeaning = builder.enumType("StateMeaning", {
  description: "What a state means for automation, whatever its name.",
  values: valuesOf({
    open: "Nobody has acknowledged it yet.",
    acknowledged: "Someone is working on it.",
    resolved: "It is over.",
  }),
})

builder.prismaObject("State", {
  description: "Workflow state of an incident or an alert.",
  authScopes: ({ projectId }) => mayOf(projectId, "project:read", "state"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    subject: t.expose("subject", {
      type: subject,
      description: "Whether it is for incidents or alerts.",
    }),
    name: t.exposeString("name", {
      description: "Lower case; unique within the project and subject.",
    }),
    label: t.string({
      description: "The name in the reader's language if it is built in, else the name.",
      resolve: (state, _args, ctx) => say([labelOf(state)], ctx.language),
    }),
    color: t.exposeString("color", { description: "#rrggbb." }),
    meaning: t.expose("meaning", { type: StateMeaning, description: "What it means." }),
    isResolved: t.boolean({
      description: "Whether it means resolved.",
      resolve: (state) => state.meaning === "resolved",
    }),
    order: t.exposeInt("order", { description: "Position among the states, from 1." }),
    isBuiltIn: t.exposeBoolean("isBuiltIn", {
      description: "Whether it is built in, so that it cannot be renamed or deleted.",
    }),
  }),
})

const inOrder = keysetOf("states", { subject: z.enum(Subject), order: byNumber })

builder.prismaObjectField("Project", "states", (t) =>
  relationPage(t, "states", {
    order: inOrder,
    description: "The states of incidents and alerts, built-in and custom, in order.",
    args: {
      subject: t.arg({ type: subject, description: "Only those for incidents or for alerts." }),
    },
    where: (args) => (args.subject ? { subject: args.subject } : {}),
  }),
)

builder.mutationFields((t) => ({
  createState: t.prismaField({
    type: "State",
    description: "Creates a custom state. Needs project:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      subject: t.arg({
        type: subject,
        required: true,
        description: "Whether it is for incidents or alerts.",
      }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
      color: t.arg.string({ required: true, description: "#rrggbb." }),
      meaning: t.arg({
        type: StateMeaning,
        required: true,
        description: "What it means; cannot be changed later.",
      }),
      order: t.arg.int({ description: "1 to 1,000; last by default." }),
    },
    resolve: (_query, _root, args, ctx) => createState(ctx, omitNulls(args)),
  }),
  updateState: t.prismaField({
    type: "State",
    description:
      "Updates a state; omitted fields keep their values. A built-in state cannot be renamed. Needs project:write.",
    args: {
      id: t.arg.id({ required: true, description: "The state." }),
      name: t.arg.string({ description: "1 to 200 characters." }),
      color: t.arg.string({ description: "#rrggbb." }),
      order: t.arg.int({ description: "1 to 1,000." }),
    },
    resolve: (_query, _root, args, ctx) => updateState(ctx, omitNulls(args)),
  }),
  deleteState: t.id({
    description: "Deletes an unused custom state and returns its id. Needs project:write.",
    args: { id: t.arg.id({ required: true, description: "The state." }) },
    resolve: (_root, args, ctx) => deleteState(ctx, args.id),
  }),
}))

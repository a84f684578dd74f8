import { builder } from "../builder.ts"
import { acknowledgeIncident } from "./acknowledge.ts"
import { addIncidentUpdate } from "./add-update.ts"
import { changeIncidentState, reopenIncident, resolveIncident } from "./change-state.ts"
import { declareIncident } from "./declare.ts"
import { savePostmortem } from "./save-postmortem.ts"
import type { SavedPostmortem } from "./save-postmortem.ts"
import { updateIncident } from "./update.ts"

builder.mutationFields((t) => ({
  declareIncident: t.prismaField({
    type: "Incident",
    description: "Declares an incident by hand; it pages nobody. Needs incidents:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      title: t.arg.string({ required: true, description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters." }),
      severity: t.arg.string({ description: "The name of a severity; major where absent." }),
      monitorId: t.arg.id({ description: "The monitor that it is about, if any." }),
    },
    resolve: (_query, _root, args, ctx) =>
      declareIncident(ctx, {
        ...args,
        description: args.description ?? undefined,
        severity: args.severity ?? undefined,
      }),
  }),
  updateIncident: t.prismaField({
    type: "Incident",
    description: "Changes the words or the severity; what is absent stays. Needs incidents:write.",
    args: {
      id: t.arg.id({ required: true, description: "The incident." }),
      title: t.arg.string({ description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters." }),
      severity: t.arg.string({ description: "The name of a severity." }),
    },
    resolve: (_query, _root, args, ctx) =>
      updateIncident(ctx, {
        id: args.id,
        title: args.title ?? undefined,
        description: args.description ?? undefined,
        severity: args.severity ?? undefined,
      }),
  }),
  changeIncidentState: t.prismaField({
    type: "Incident",
    description:
      "Chooses any of the project's states; recovery leaves it alone from then on. Needs incidents:write.",
    args: {
      id: t.arg.id({ required: true, description: "The incident." }),
      state: t.arg.string({ required: true, description: "The name of a state." }),
    },
    resolve: (_query, _root, args, ctx) => changeIncidentState(ctx, args),
  }),
  acknowledgeIncident: t.prismaField({
    type: "Incident",
    description:
      "Takes on an incident and its open alerts; a second time changes nothing. Needs incidents:write.",
    args: { id: t.arg.id({ required: true, description: "The incident." }) },
    resolve: (_query, _root, { id }, ctx) => acknowledgeIncident(ctx, id),
  }),
  resolveIncident: t.prismaField({
    type: "Incident",
    description: "Resolves an incident and its open alerts by hand. Needs incidents:write.",
    args: { id: t.arg.id({ required: true, description: "The incident." }) },
    resolve: (_query, _root, { id }, ctx) => resolveIncident(ctx, id),
  }),
  reopenIncident: t.prismaField({
    type: "Incident",
    description: "Opens a resolved incident again; it pages nobody. Needs incidents:write.",
    args: { id: t.arg.id({ required: true, description: "The incident." }) },
    resolve: (_query, _root, { id }, ctx) => reopenIncident(ctx, id),
  }),
  addIncidentUpdate: t.prismaField({
    type: "Incident",
    description:
      "Adds a note to the timeline, for the team alone unless it is public. Needs incidents:write.",
    args: {
      id: t.arg.id({ required: true, description: "The incident." }),
      body: t.arg.string({ required: true, description: "1 to 50,000 characters." }),
      isPublic: t.arg.boolean({
        description: "Whether status pages tell it; false where absent.",
      }),
    },
    resolve: (_query, _root, args, ctx) =>
      addIncidentUpdate(ctx, { ...args, isPublic: args.isPublic ?? undefined }),
  }),
}))

const Saved = builder.objectRef<SavedPostmortem>("SavedPostmortem").implement({
  description: "What saving a post-mortem did.",
  fields: (t) => ({
    saved: t.exposeBoolean("saved", { description: "True: it is stored." }),
    published: t.exposeBoolean("published", { description: "Whether the public may read it." }),
    noteChanged: t.exposeBoolean("noteChanged", {
      description: "Whether the note differs from the one before.",
    }),
  }),
})

builder.mutationField("savePostmortem", (t) =>
  t.field({
    type: Saved,
    description:
      "Saves what happened and why; settings left out stay as they are. Needs incidents:write.",
    args: {
      id: t.arg.id({ required: true, description: "The incident." }),
      note: t.arg.string({
        required: true,
        description: "At most 50,000 characters; empty clears it.",
      }),
      published: t.arg.boolean({ description: "Whether the public may read it." }),
      notifySubscribers: t.arg.boolean({
        description: "Whether subscribers are told when it is published.",
      }),
    },
    resolve: (_root, args, ctx) =>
      savePostmortem(ctx, {
        ...args,
        published: args.published ?? undefined,
        notifySubscribers: args.notifySubscribers ?? undefined,
      }),
  }),
)

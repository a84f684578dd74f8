import { builder } from "../builder.ts"
import { acknowledgeIncident } from "./acknowledge.ts"
import { addIncidentUpdate } from "./add-update.ts"
import { changeIncidentState, reopenIncident, resolveIncident } from "./change-state.ts"
import { declareIncident } from "./declare.ts"
import { IncidentMonitorInput, PlaceholderInput } from "./graph-monitor.ts"
import { savePostmortem } from "./save-postmortem.ts"
import type { SavedPostmortem } from "./save-postmortem.ts"
import { updateIncident } from "./update.ts"

builder.mutationFields((t) => ({
  declareIncident: t.prismaField({
    type: "Incident",
    description: "Declares an incident by hand; it pages nobody. Needs incidents:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      title: t.arg.string({
        description: "1 to 200 characters; a template's where absent.",
      }),
      description: t.arg.string({
        description: "At most 5,000 characters; a template's where absent.",
      }),
      severity: t.arg.string({
        description: "The name of a severity; a template's, or else major, where absent.",
      }),
      monitorId: t.arg.id({ description: "The monitor that it is about, if any." }),
      monitors: t.arg({
        type: [IncidentMonitorInput],
        description: "What to say of monitors, 100 at most; status pages tell it.",
      }),
      templateId: t.arg.id({ description: "A template for what is not given." }),
      values: t.arg({
        type: [PlaceholderInput],
        description: "What stands in the place of each of its placeholders.",
      }),
    },
    resolve: (_query, _root, args, ctx) =>
      declareIncident(ctx, {
        projectId: args.projectId,
        title: args.title ?? undefined,
        description: args.description ?? undefined,
        severity: args.severity ?? undefined,
        monitorId: args.monitorId ?? null,
        monitors: args.monitors ?? undefined,
        templateId: args.templateId ?? undefined,
        values: args.values ?? undefined,
      }),
  }),
  updateIncident: t.prismaField({
    type: "Incident",
    description:
      "Changes the words, the severity or what is said of monitors; what is absent stays. Needs incidents:write.",
    args: {
      id: t.arg.id({ required: true, description: "The incident." }),
      title: t.arg.string({ description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters." }),
      severity: t.arg.string({ description: "The name of a severity." }),
      monitors: t.arg({
        type: [IncidentMonitorInput],
        description: "All that is said of monitors from now on, 100 at most.",
      }),
    },
    resolve: (_query, _root, args, ctx) =>
      updateIncident(ctx, {
        id: args.id,
        title: args.title ?? undefined,
        description: args.description ?? undefined,
        severity: args.severity ?? undefined,
        monitors: args.monitors ?? undefined,
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
      body: t.arg.string({ description: "1 to 50,000 characters; or else a template." }),
      templateId: t.arg.id({ description: "A template whose body is the note." }),
      values: t.arg({
        type: [PlaceholderInput],
        description: "What stands in the place of each of its placeholders.",
      }),
      isPublic: t.arg.boolean({
        description: "Whether status pages tell it; false where absent.",
      }),
    },
    resolve: (_query, _root, args, ctx) =>
      addIncidentUpdate(ctx, {
        id: args.id,
        body: args.body ?? undefined,
        templateId: args.templateId ?? undefined,
        values: args.values ?? undefined,
        isPublic: args.isPublic ?? undefined,
      }),
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

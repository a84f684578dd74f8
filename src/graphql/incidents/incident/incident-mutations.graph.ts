import { builder } from "../../kernel/builder.ts"
import { omitNulls } from "../../kernel/input.ts"
import { acknowledgeIncident } from "./acknowledge-incident.ts"
import { addIncidentUpdate } from "./add-update.ts"
import { changeIncidentState, reopenIncident, resolveIncident } from "./change-state.ts"
import { declareIncident } from "./declare-incident.ts"
import { IncidentMonitorInput, PlaceholderInput } from "./incident-monitor.graph.ts"
import { pagedArgs, PageInput } from "../alert/paged-input.graph.ts"
import { pageForIncident } from "./page-for-incident.ts"
import { savePostmortem, type PostmortemResult } from "./save-postmortem.ts"
import { unacknowledgeIncident } from "./unacknowledge-incident.ts"
import { updateIncident } from "./update-incident.ts"

builder.mutationFields((t) => ({
  declareIncident: t.prismaField({
    type: "Incident",
    description:
      "Declares an incident manually, and pages whom `page` names; by default nobody. Needs incidents:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      title: t.arg.string({
        description: "1 to 200 characters; the template's by default.",
      }),
      description: t.arg.string({
        description: "At most 5,000 characters; the template's by default.",
      }),
      severity: t.arg.string({
        description: "The name of a severity; the template's, or else major, by default.",
      }),
      state: t.arg.string({
        description: "The name of a state that does not mean resolved; identified by default.",
      }),
      monitorId: t.arg.id({ description: "The monitor it is about, if any." }),
      monitors: t.arg({
        type: [IncidentMonitorInput],
        description:
          "Affected monitors with their announced statuses, at most 100; shown on status pages.",
      }),
      templateId: t.arg.id({ description: "A template for the omitted fields." }),
      values: t.arg({
        type: [PlaceholderInput],
        description: "Values for its placeholders.",
      }),
      page: t.arg({
        type: PageInput,
        description: "Whom to page about it at once: by a policy, or people and teams.",
      }),
    },
    resolve: (_query, _root, args, ctx) =>
      declareIncident(ctx, {
        ...omitNulls(args),
        page: args.page ? omitNulls(args.page) : undefined,
      }),
  }),
  pageForIncident: t.prismaField({
    type: "Incident",
    description:
      "Pages people and teams for an open incident at once, about its oldest open alert, or about a new one if it has none. Needs incidents:write.",
    args: {
      id: t.arg.id({ required: true, description: "The incident." }),
      ...pagedArgs,
    },
    resolve: (_query, _root, args, ctx) => pageForIncident(ctx, omitNulls(args)),
  }),
  updateIncident: t.prismaField({
    type: "Incident",
    description:
      "Updates the text, the severity or the affected monitors; omitted fields keep their values. Needs incidents:write.",
    args: {
      id: t.arg.id({ required: true, description: "The incident." }),
      title: t.arg.string({ description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters." }),
      severity: t.arg.string({ description: "The name of a severity." }),
      monitors: t.arg({
        type: [IncidentMonitorInput],
        description: "Replaces the affected monitors, at most 100.",
      }),
    },
    resolve: (_query, _root, args, ctx) => updateIncident(ctx, omitNulls(args)),
  }),
  changeIncidentState: t.prismaField({
    type: "Incident",
    description:
      "Sets any of the project's states; recovery no longer changes it. A state that means acknowledged or resolved also applies to its open alerts. Setting acknowledged or resolved does the same as acknowledgeIncident or resolveIncident, and setting identified on an acknowledged incident the same as unacknowledgeIncident. Needs incidents:write.",
    args: {
      id: t.arg.id({ required: true, description: "The incident." }),
      state: t.arg.string({ required: true, description: "The name of a state." }),
    },
    resolve: (_query, _root, args, ctx) => changeIncidentState(ctx, args),
  }),
  acknowledgeIncident: t.prismaField({
    type: "Incident",
    description:
      "Acknowledges an incident and its open alerts; has no effect on an acknowledged one. Needs incidents:write.",
    args: { id: t.arg.id({ required: true, description: "The incident." }) },
    resolve: (_query, _root, { id }, ctx) => acknowledgeIncident(ctx, id),
  }),
  unacknowledgeIncident: t.prismaField({
    type: "Incident",
    description:
      "Withdraws an acknowledgement of an incident, and of its open alerts: paging continues. Has no effect on an incident that is not acknowledged. Needs incidents:write.",
    args: { id: t.arg.id({ required: true, description: "The incident." }) },
    resolve: (_query, _root, { id }, ctx) => unacknowledgeIncident(ctx, id),
  }),
  resolveIncident: t.prismaField({
    type: "Incident",
    description:
      "Resolves an incident and its open alerts manually. Nobody is paged for that outage again unless the monitor is still down an hour later; then the outage is declared again. Needs incidents:write.",
    args: { id: t.arg.id({ required: true, description: "The incident." }) },
    resolve: (_query, _root, { id }, ctx) => resolveIncident(ctx, id),
  }),
  reopenIncident: t.prismaField({
    type: "Incident",
    description: "Reopens a resolved incident; it pages nobody. Needs incidents:write.",
    args: { id: t.arg.id({ required: true, description: "The incident." }) },
    resolve: (_query, _root, { id }, ctx) => reopenIncident(ctx, id),
  }),
  addIncidentUpdate: t.prismaField({
    type: "Incident",
    description:
      "Adds a note to the timeline, internal unless it is public. Needs incidents:write.",
    args: {
      id: t.arg.id({ required: true, description: "The incident." }),
      body: t.arg.string({ description: "1 to 50,000 characters; required without a template." }),
      templateId: t.arg.id({ description: "A template whose body is the note." }),
      values: t.arg({
        type: [PlaceholderInput],
        description: "Values for its placeholders.",
      }),
      isPublic: t.arg.boolean({
        description: "Whether status pages show it; false by default.",
      }),
    },
    resolve: (_query, _root, args, ctx) => addIncidentUpdate(ctx, omitNulls(args)),
  }),
}))

const Saved = builder.objectRef<PostmortemResult>("PostmortemResult").implement({
  description: "Result of saving a post-mortem.",
  fields: (t) => ({
    saved: t.exposeBoolean("saved", { description: "Always true." }),
    published: t.exposeBoolean("published", { description: "Whether status pages show it." }),
    noteChanged: t.exposeBoolean("noteChanged", {
      description: "Whether the text has changed.",
    }),
  }),
})

builder.mutationField("savePostmortem", (t) =>
  t.field({
    type: Saved,
    description:
      "Saves the post-mortem; omitted settings keep their values. Needs incidents:write.",
    args: {
      id: t.arg.id({ required: true, description: "The incident." }),
      note: t.arg.string({
        required: true,
        description: "At most 50,000 characters; empty clears it.",
      }),
      published: t.arg.boolean({ description: "Whether status pages show it." }),
      notifySubscribers: t.arg.boolean({
        description: "Whether subscribers are notified when it is published.",
      }),
    },
    resolve: (_root, args, ctx) => savePostmortem(ctx, omitNulls(args)),
  }),
)

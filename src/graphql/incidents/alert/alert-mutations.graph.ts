import { builder } from "../../kernel/builder.ts"
import { omitNulls } from "../../kernel/input.ts"
import { acknowledgeAlert } from "./acknowledge-alert.ts"
import { changeAlertState } from "./change-state.ts"
import { assignAlert } from "./assign-alert.ts"
import { escalateAlert } from "./escalate-alert.ts"
import { mergeAlert, splitAlert } from "./merge-alert.ts"
import { noteAlert } from "./note-alert.ts"
import { pageForAlert } from "./page-for-alert.ts"
import { pagedArgs } from "./paged-input.graph.ts"
import { resolveAlert } from "./resolve-alerts.ts"
import { snoozeAlert, unsnoozeAlert } from "./snooze-alert.ts"
import { unacknowledgeAlert } from "./unacknowledge-alert.ts"

builder.mutationFields((t) => ({
  acknowledgeAlert: t.prismaField({
    type: "Alert",
    description:
      "Acknowledges an alert, and its incident if all its open alerts are acknowledged; has no effect on an acknowledged one. Needs alerts:write, or to have been paged for it.",
    args: { id: t.arg.id({ required: true, description: "The alert." }) },
    resolve: (_query, _root, { id }, ctx) => acknowledgeAlert(ctx, id),
  }),
  unacknowledgeAlert: t.prismaField({
    type: "Alert",
    description:
      "Withdraws the acknowledgement of an open alert, of the alerts acknowledged with it, and of their incidents. They are triggered again, and paging continues with the next step of the on-call policy after what was left of its delay; nobody is paged twice by the same step. Has no effect on an alert that is not acknowledged. Needs alerts:write, or to have been paged for it.",
    args: { id: t.arg.id({ required: true, description: "The alert." }) },
    resolve: (_query, _root, { id }, ctx) => unacknowledgeAlert(ctx, id),
  }),
  resolveAlert: t.prismaField({
    type: "Alert",
    description:
      "Resolves an alert manually. Nobody is paged for that outage again unless the monitor is still down an hour later; then the outage is declared again. Needs alerts:write.",
    args: { id: t.arg.id({ required: true, description: "The alert." }) },
    resolve: (_query, _root, { id }, ctx) => resolveAlert(ctx, id),
  }),
  escalateAlert: t.prismaField({
    type: "Alert",
    description:
      "Runs the next step of an alert's on-call policy now, without waiting for its delay; the first one again after the last. An acknowledged or snoozed alert stays so. Needs alerts:write, or to have been paged for it.",
    args: { id: t.arg.id({ required: true, description: "The alert." }) },
    resolve: (_query, _root, { id }, ctx) => escalateAlert(ctx, id),
  }),
  snoozeAlert: t.prismaField({
    type: "Alert",
    description:
      "Snoozes an open alert and those that it pages for: until then nobody is paged, then paging goes on where it stopped. Needs alerts:write, or to have been paged for it.",
    args: {
      id: t.arg.id({ required: true, description: "The alert." }),
      until: t.arg({
        type: "DateTime",
        required: true,
        description: "When paging goes on; within the next 30 days.",
      }),
    },
    resolve: (_query, _root, args, ctx) => snoozeAlert(ctx, args),
  }),
  unsnoozeAlert: t.prismaField({
    type: "Alert",
    description:
      "Ends a snooze: paging goes on at once where it stopped. Has no effect on an alert that is not snoozed. Needs alerts:write, or to have been paged for it.",
    args: { id: t.arg.id({ required: true, description: "The alert." }) },
    resolve: (_query, _root, { id }, ctx) => unsnoozeAlert(ctx, id),
  }),
  assignAlert: t.prismaField({
    type: "Alert",
    description:
      "Assigns an open alert to a member of the project, or to nobody; it pages nobody. Needs alerts:write, or to have been paged for it.",
    args: {
      id: t.arg.id({ required: true, description: "The alert." }),
      userId: t.arg.id({ description: "The person; null for nobody." }),
    },
    resolve: (_query, _root, { id, userId }, ctx) =>
      assignAlert(ctx, { id, userId: userId ?? null }),
  }),
  mergeAlert: t.prismaField({
    type: "Alert",
    description:
      "Merges an open alert, with those that it pages for, into another, which pages for it from now on: they are acknowledged and snoozed together. Incidents stay apart. Needs alerts:write, or to have been paged for both.",
    args: {
      id: t.arg.id({ required: true, description: "The alert." }),
      intoId: t.arg.id({ required: true, description: "The alert that pages for it." }),
    },
    resolve: (_query, _root, args, ctx) => mergeAlert(ctx, args),
  }),
  splitAlert: t.prismaField({
    type: "Alert",
    description:
      "Splits an open alert from the one that pages for it: it pages for itself, from the first rule of its policy. Needs alerts:write, or to have been paged for it.",
    args: { id: t.arg.id({ required: true, description: "The alert." }) },
    resolve: (_query, _root, { id }, ctx) => splitAlert(ctx, id),
  }),
  noteAlert: t.prismaField({
    type: "Alert",
    description:
      "Adds a note to the timeline of an alert. Needs alerts:write, or to have been paged for it.",
    args: {
      id: t.arg.id({ required: true, description: "The alert." }),
      body: t.arg.string({ required: true, description: "1 to 5,000 characters." }),
    },
    resolve: (_query, _root, args, ctx) => noteAlert(ctx, args),
  }),
  pageForAlert: t.prismaField({
    type: "Alert",
    description:
      "Pages people and teams about an open alert at once, also if it is acknowledged or snoozed; the steps of its policy go on as they were. Needs alerts:write, or to have been paged for it.",
    args: {
      id: t.arg.id({ required: true, description: "The alert." }),
      ...pagedArgs,
    },
    resolve: (_query, _root, args, ctx) => pageForAlert(ctx, omitNulls(args)),
  }),
  changeAlertState: t.prismaField({
    type: "Alert",
    description:
      "Sets any of the project's states; recovery no longer changes it. Setting acknowledged or resolved does the same as acknowledgeAlert or resolveAlert, and setting triggered on an acknowledged alert the same as unacknowledgeAlert. Needs alerts:write.",
    args: {
      id: t.arg.id({ required: true, description: "The alert." }),
      state: t.arg.string({ required: true, description: "The name of a state." }),
    },
    resolve: (_query, _root, args, ctx) => changeAlertState(ctx, args),
  }),
}))

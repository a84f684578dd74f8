import { builder } from "../builder.ts"
import { attachMonitor } from "./attach.ts"
import { createStatusPage } from "./create.ts"
import { deleteStatusPage } from "./delete.ts"
import { detachResource } from "./detach.ts"
import { moveResource } from "./move-resource.ts"
import { setLogo } from "./set-logo.ts"
import { languages } from "./language.ts"
import { hideIncident, showIncident } from "./show-incident.ts"
import { updateResource } from "./update-resource.ts"
import { updateStatusPage } from "./update.ts"

builder.mutationFields((t) => ({
  createStatusPage: t.prismaField({
    type: "StatusPage",
    description: "Adds a status page to a project. Needs status_pages:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters." }),
      slug: t.arg.string({
        description:
          "Its address for ever: 3 to 63 of a-z, 0-9 and hyphens. Made from the name where absent.",
      }),
      isPublic: t.arg.boolean({ description: "Whether everybody may see it; false where absent." }),
    },
    resolve: (_query, _root, args, ctx) =>
      createStatusPage(ctx, {
        ...args,
        description: args.description ?? null,
        slug: args.slug ?? undefined,
        isPublic: args.isPublic ?? undefined,
      }),
  }),
  updateStatusPage: t.prismaField({
    type: "StatusPage",
    description: "Changes a status page; what is absent stays. Needs status_pages:write.",
    args: {
      id: t.arg.id({ required: true, description: "The status page." }),
      name: t.arg.string({ description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters; null clears it." }),
      isPublic: t.arg.boolean({ description: "Whether everybody may see it." }),
      accentColor: t.arg.string({ description: "#rrggbb; null for the usual look." }),
      language: t.arg.string({
        description: `What it speaks to visitors who ask for no other: ${languages.join(", ")}.`,
      }),
    },
    resolve: (_query, _root, args, ctx) =>
      updateStatusPage(ctx, {
        id: args.id,
        name: args.name ?? undefined,
        description: args.description,
        isPublic: args.isPublic ?? undefined,
        accentColor: args.accentColor,
        language: args.language ?? undefined,
      }),
  }),
  setStatusPageLogo: t.prismaField({
    type: "StatusPage",
    description: "Puts a small image over the name of a page. Needs status_pages:write.",
    args: {
      id: t.arg.id({ required: true, description: "The status page." }),
      image: t.arg.string({
        description:
          "A PNG, JPEG, GIF or WebP image of at most 40,960 bytes in base64; null or absent takes it away.",
      }),
    },
    resolve: (_query, _root, { id, image }, ctx) => setLogo(ctx, { id, image: image ?? null }),
  }),
  deleteStatusPage: t.id({
    description: "Deletes a status page for good; answers its id. Needs status_pages:write.",
    args: { id: t.arg.id({ required: true, description: "The status page." }) },
    resolve: (_root, { id }, ctx) => deleteStatusPage(ctx, id),
  }),
  attachStatusPageMonitor: t.prismaField({
    type: "StatusPageResource",
    description: "Shows a monitor at the end of a status page. Needs status_pages:write.",
    args: {
      statusPageId: t.arg.id({ required: true, description: "The status page." }),
      monitorId: t.arg.id({ required: true, description: "A monitor of the same project." }),
      displayName: t.arg.string({
        description: "What the page calls it; the monitor's present name where absent.",
      }),
      displayDescription: t.arg.string({ description: "At most 5,000 characters." }),
      showUptimePercent: t.arg.boolean({
        description: "Whether the page tells its uptime; true where absent.",
      }),
      showResponseTimes: t.arg.boolean({
        description: "Whether the page draws its response times; true where absent.",
      }),
    },
    resolve: async (query, _root, args, ctx) => {
      const { id } = await attachMonitor(ctx, {
        ...args,
        displayName: args.displayName ?? undefined,
        displayDescription: args.displayDescription ?? undefined,
        showUptimePercent: args.showUptimePercent ?? undefined,
        showResponseTimes: args.showResponseTimes ?? undefined,
      })
      return ctx.database.prisma.statusPageResource.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  updateStatusPageResource: t.prismaField({
    type: "StatusPageResource",
    description: "Changes what a page says of a monitor. Needs status_pages:write.",
    args: {
      id: t.arg.id({ required: true, description: "The resource." }),
      displayName: t.arg.string({ description: "1 to 200 characters." }),
      displayDescription: t.arg.string({ description: "At most 5,000 characters." }),
      showUptimePercent: t.arg.boolean({ description: "Whether the page tells its uptime." }),
      showResponseTimes: t.arg.boolean({
        description: "Whether the page draws its response times.",
      }),
    },
    resolve: async (query, _root, args, ctx) => {
      const { id } = await updateResource(ctx, {
        id: args.id,
        displayName: args.displayName ?? undefined,
        displayDescription: args.displayDescription ?? undefined,
        showUptimePercent: args.showUptimePercent ?? undefined,
        showResponseTimes: args.showResponseTimes ?? undefined,
      })
      return ctx.database.prisma.statusPageResource.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  moveStatusPageResource: t.prismaField({
    type: "StatusPageResource",
    description: "Puts a resource elsewhere on its page. Needs status_pages:write.",
    args: {
      id: t.arg.id({ required: true, description: "The resource." }),
      groupId: t.arg.id({
        description: "The group to put it under; null for none, and absent for the one it is in.",
      }),
      position: t.arg.int({
        required: true,
        description: "Its place in the group from 1; beyond the end is the end.",
      }),
    },
    resolve: async (query, _root, args, ctx) => {
      const { id } = await moveResource(ctx, args)
      return ctx.database.prisma.statusPageResource.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  detachStatusPageResource: t.id({
    description: "Takes a monitor off a page; answers the resource's id. Needs status_pages:write.",
    args: {
      id: t.arg.id({ required: true, description: "The resource." }),
      statusPageId: t.arg.id({ description: "The page that it is expected on." }),
    },
    resolve: (_root, args, ctx) => detachResource(ctx, args),
  }),
  showIncidentOnStatusPage: t.prismaField({
    type: "StatusPage",
    description:
      "Puts an incident on a page that shows none of its monitors. Needs status_pages:write.",
    args: {
      statusPageId: t.arg.id({ required: true, description: "The status page." }),
      incidentId: t.arg.id({ required: true, description: "An incident of the same project." }),
    },
    resolve: (_query, _root, args, ctx) => showIncident(ctx, args),
  }),
  hideIncidentFromStatusPage: t.prismaField({
    type: "StatusPage",
    description:
      "Takes back what showIncidentOnStatusPage did; incidents of the page's own monitors stay. Needs status_pages:write.",
    args: {
      statusPageId: t.arg.id({ required: true, description: "The status page." }),
      incidentId: t.arg.id({ required: true, description: "The incident." }),
    },
    resolve: (_query, _root, args, ctx) => hideIncident(ctx, args),
  }),
}))

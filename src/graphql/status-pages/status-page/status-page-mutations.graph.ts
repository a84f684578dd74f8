import { builder } from "../../kernel/builder.ts"
import { rereadAs } from "../../kernel/reread.ts"
import { omitNulls } from "../../kernel/input.ts"
import { attachMonitor } from "./attach-resource.ts"
import { createStatusPage } from "./create-status-page.ts"
import { deleteStatusPage } from "./delete-status-page.ts"
import { detachResource } from "./detach-resource.ts"
import { moveResource } from "./move-resource.ts"
import { setLogo } from "./set-logo.ts"
import {
  StatusPageDensity,
  StatusPageFont,
  StatusPageLinkInput,
  StatusPageTheme,
} from "./page-look.graph.ts"
import { languages } from "./rules/page-language.ts"
import { hideIncident, showIncident } from "./show-incident.ts"
import { updateResource } from "./update-resource.ts"
import { updateStatusPage } from "./update-status-page.ts"

const reread = rereadAs("StatusPageResource")

builder.mutationFields((t) => ({
  createStatusPage: t.prismaField({
    type: "StatusPage",
    description: "Creates a status page. Needs status_pages:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters." }),
      slug: t.arg.string({
        description:
          "Permanent part of its URL: 3 to 63 of a-z, 0-9 and hyphens. Derived from the name by default.",
      }),
      isPublic: t.arg.boolean({ description: "Whether everyone can see it; false by default." }),
    },
    resolve: (_query, _root, args, ctx) => createStatusPage(ctx, omitNulls(args)),
  }),
  updateStatusPage: t.prismaField({
    type: "StatusPage",
    description:
      "Updates a status page; omitted fields keep their values. Needs status_pages:write.",
    args: {
      id: t.arg.id({ required: true, description: "The status page." }),
      name: t.arg.string({ description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters; null clears it." }),
      isPublic: t.arg.boolean({ description: "Whether everyone can see it." }),
      accentColor: t.arg.string({ description: "#rrggbb; null for the default color." }),
      theme: t.arg({ type: StatusPageTheme, description: "Light, dark or automatic colors." }),
      font: t.arg({ type: StatusPageFont, description: "The typeface." }),
      density: t.arg({ type: StatusPageDensity, description: "Height of the rows." }),
      links: t.arg({
        type: [StatusPageLinkInput],
        description: "Links of the header, at most 5; replaces all of them.",
      }),
      customCss: t.arg.string({
        description:
          "CSS of at most 10,000 characters that sets the page's variables and safe properties; null for none.",
      }),
      showsMaker: t.arg.boolean({ description: "Whether it shows “Powered by Watchkeeper”." }),
      showsCorrections: t.arg.boolean({
        description: "Whether corrections change its uptime, which then says so.",
      }),
      language: t.arg.string({
        description: `Default language: ${languages.join(", ")}.`,
      }),
    },
    resolve: (_query, _root, args, ctx) =>
      updateStatusPage(ctx, omitNulls(args, "description", "accentColor", "customCss")),
  }),
  setStatusPageLogo: t.prismaField({
    type: "StatusPage",
    description:
      "Sets the logo of a page, or the one that replaces it on dark backgrounds. Needs status_pages:write.",
    args: {
      id: t.arg.id({ required: true, description: "The status page." }),
      image: t.arg.string({
        description:
          "A PNG, JPEG, GIF or WebP image of at most 40,960 bytes in base64; null or omitted removes it.",
      }),
      isForDark: t.arg.boolean({
        description: "True for the logo on dark backgrounds; false by default.",
      }),
    },
    resolve: (_query, _root, { id, image, isForDark }, ctx) =>
      setLogo(ctx, { id, image: image ?? null, isForDark: isForDark ?? false }),
  }),
  deleteStatusPage: t.id({
    description: "Deletes a status page permanently and returns its id. Needs status_pages:write.",
    args: { id: t.arg.id({ required: true, description: "The status page." }) },
    resolve: (_root, { id }, ctx) => deleteStatusPage(ctx, id),
  }),
  attachStatusPageMonitor: t.prismaField({
    type: "StatusPageResource",
    description:
      "Shows a monitor at the end of a status page. Needs status_pages:write, and of a person monitors:read.",
    args: {
      statusPageId: t.arg.id({ required: true, description: "The status page." }),
      monitorId: t.arg.id({ required: true, description: "A monitor of the same project." }),
      displayName: t.arg.string({
        description: "Display name; the monitor's current name by default.",
      }),
      displayDescription: t.arg.string({ description: "At most 5,000 characters." }),
      showUptimePercent: t.arg.boolean({
        description: "Whether the page shows its uptime; true by default.",
      }),
      showResponseTimes: t.arg.boolean({
        description: "Whether the page shows its response times; true by default.",
      }),
    },
    resolve: (query, _root, args, ctx) => reread(query, ctx, attachMonitor(ctx, omitNulls(args))),
  }),
  updateStatusPageResource: t.prismaField({
    type: "StatusPageResource",
    description: "Updates how a page shows a monitor. Needs status_pages:write.",
    args: {
      id: t.arg.id({ required: true, description: "The resource." }),
      displayName: t.arg.string({ description: "1 to 200 characters." }),
      displayDescription: t.arg.string({ description: "At most 5,000 characters." }),
      showUptimePercent: t.arg.boolean({ description: "Whether the page shows its uptime." }),
      showResponseTimes: t.arg.boolean({
        description: "Whether the page shows its response times.",
      }),
    },
    resolve: (query, _root, args, ctx) => reread(query, ctx, updateResource(ctx, omitNulls(args))),
  }),
  moveStatusPageResource: t.prismaField({
    type: "StatusPageResource",
    description: "Moves a resource on its page. Needs status_pages:write.",
    args: {
      id: t.arg.id({ required: true, description: "The resource." }),
      groupId: t.arg.id({
        description: "The new group; null for none, the current group by default.",
      }),
      position: t.arg.int({
        required: true,
        description: "Position in the group, from 1; a larger number means last.",
      }),
    },
    resolve: (query, _root, args, ctx) => reread(query, ctx, moveResource(ctx, args)),
  }),
  detachStatusPageResource: t.id({
    description:
      "Removes a monitor from a page and returns the resource's id. Needs status_pages:write.",
    args: {
      id: t.arg.id({ required: true, description: "The resource." }),
      statusPageId: t.arg.id({ description: "The page it is on, to detect mistakes." }),
    },
    resolve: (_root, args, ctx) => detachResource(ctx, args),
  }),
  showIncidentOnStatusPage: t.prismaField({
    type: "StatusPage",
    description:
      "Shows an incident on a page that shows none of its monitors. Needs status_pages:write.",
    args: {
      statusPageId: t.arg.id({ required: true, description: "The status page." }),
      incidentId: t.arg.id({ required: true, description: "An incident of the same project." }),
    },
    resolve: (_query, _root, args, ctx) => showIncident(ctx, args),
  }),
  hideIncidentFromStatusPage: t.prismaField({
    type: "StatusPage",
    description:
      "Undoes showIncidentOnStatusPage; incidents of the page's monitors stay. Needs status_pages:write.",
    args: {
      statusPageId: t.arg.id({ required: true, description: "The status page." }),
      incidentId: t.arg.id({ required: true, description: "The incident." }),
    },
    resolve: (_query, _root, args, ctx) => hideIncident(ctx, args),
  }),
}))

import { builder } from "../../kernel/builder.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { rereadAs } from "../../kernel/reread.ts"
import { omitNulls } from "../../kernel/input.ts"
import { createAnnouncement } from "./create-announcement.ts"
import { removeAnnouncement } from "./remove-announcement.ts"
import { updateAnnouncement } from "./update-announcement.ts"

builder.prismaObject("StatusPageAnnouncement", {
  description: "A message at the top of a status page, independent of its components.",
  include: { page: { select: { projectId: true } } },
  authScopes: ({ page: { projectId } }) => mayOf(projectId, "status_pages:read", "announcement"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    body: t.exposeString("body", { description: "1 to 2,000 characters." }),
    startsAt: t.expose("startsAt", { type: "DateTime", description: "When it is first shown." }),
    endsAt: t.expose("endsAt", {
      type: "DateTime",
      nullable: true,
      description: "When it is hidden; null to show it until it is removed.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
  }),
})

builder.prismaObjectField("StatusPage", "announcements", (t) =>
  t.relation("announcements", {
    description: "Announcements, latest first, at most 100.",
    query: { orderBy: [{ startsAt: "desc" }, { id: "desc" }], take: 100 },
  }),
)

const reread = rereadAs("StatusPageAnnouncement")

builder.mutationFields((t) => ({
  announceOnStatusPage: t.prismaField({
    type: "StatusPageAnnouncement",
    description:
      "Shows a message at the top of a status page; subscribers are not notified. Needs status_pages:write.",
    args: {
      statusPageId: t.arg.id({ required: true, description: "The status page." }),
      body: t.arg.string({ required: true, description: "1 to 2,000 characters." }),
      startsAt: t.arg({ type: "DateTime", description: "When it is first shown; now by default." }),
      endsAt: t.arg({
        type: "DateTime",
        description: "When it is hidden; shown until it is removed by default.",
      }),
    },
    resolve: (query, _root, args, ctx) =>
      reread(query, ctx, createAnnouncement(ctx, omitNulls(args))),
  }),
  updateStatusPageAnnouncement: t.prismaField({
    type: "StatusPageAnnouncement",
    description:
      "Updates an announcement; omitted fields keep their values. Needs status_pages:write.",
    args: {
      id: t.arg.id({ required: true, description: "The announcement." }),
      body: t.arg.string({ description: "1 to 2,000 characters." }),
      startsAt: t.arg({ type: "DateTime", description: "When it is first shown." }),
      endsAt: t.arg({
        type: "DateTime",
        description: "When it is hidden; null to show it until it is removed.",
      }),
    },
    resolve: (query, _root, args, ctx) =>
      reread(query, ctx, updateAnnouncement(ctx, omitNulls(args, "endsAt"))),
  }),
  removeStatusPageAnnouncement: t.id({
    description: "Removes an announcement and returns its id. Needs status_pages:write.",
    args: { id: t.arg.id({ required: true, description: "The announcement." }) },
    resolve: (_root, { id }, ctx) => removeAnnouncement(ctx, id),
  }),
}))

import { builder } from "../../kernel/builder.ts"
import { omitNulls } from "../../kernel/input.ts"
import { previewStatusPage, type Preview } from "./page-preview.ts"

const StatusPagePreview = builder.objectRef<Preview>("StatusPagePreview").implement({
  description: "Preview link of a page.",
  fields: (t) => ({
    url: t.exposeString("url", {
      description: "Shows the page to anyone with the link, even if it is private.",
    }),
    expiresAt: t.expose("expiresAt", {
      type: "DateTime",
      description: "When the link expires.",
    }),
  }),
})

builder.mutationField("previewStatusPage", (t) =>
  t.field({
    type: StatusPagePreview,
    description:
      "Creates a preview link, valid for half an hour, to a page with unsaved changes. Needs status_pages:write.",
    args: {
      id: t.arg.id({ required: true, description: "The status page." }),
      name: t.arg.string({ description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters; null for none." }),
      accentColor: t.arg.string({ description: "#rrggbb; null for the default color." }),
      language: t.arg.string({ description: "Language, such as de." }),
    },
    resolve: (_root, args, ctx) =>
      previewStatusPage(ctx, omitNulls(args, "description", "accentColor")),
  }),
)

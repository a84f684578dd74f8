import { builder } from "../../kernel/builder.ts"
import { omitNulls } from "../../kernel/input.ts"
import {
  StatusPageDensity,
  StatusPageFont,
  StatusPageLinkInput,
  StatusPageTheme,
} from "./page-look.graph.ts"
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
      language: t.arg.string({ description: "Language, such as de." }),
    },
    resolve: (_root, args, ctx) =>
      previewStatusPage(ctx, omitNulls(args, "description", "accentColor", "customCss")),
  }),
)

import { builder } from "../builder.ts"
import type { Preview } from "./preview.ts"
import { previewStatusPage } from "./preview.ts"

const StatusPagePreview = builder.objectRef<Preview>("StatusPagePreview").implement({
  description: "A link to a page as it would be.",
  fields: (t) => ({
    url: t.exposeString("url", {
      description: "Shows the page to whoever has it, public or not; keep it to those who may see.",
    }),
    expiresAt: t.expose("expiresAt", {
      type: "DateTime",
      description: "From then on it shows nothing.",
    }),
  }),
})

builder.mutationField("previewStatusPage", (t) =>
  t.field({
    type: StatusPagePreview,
    description:
      "Makes a link for half an hour to a page with changes that are not saved, public or not. Needs status_pages:write.",
    args: {
      id: t.arg.id({ required: true, description: "The status page." }),
      name: t.arg.string({ description: "1 to 200 characters." }),
      description: t.arg.string({ description: "At most 5,000 characters; null for none." }),
      accentColor: t.arg.string({ description: "#rrggbb; null for the usual look." }),
      language: t.arg.string({ description: "What it speaks, such as de." }),
    },
    resolve: (_root, args, ctx) =>
      previewStatusPage(ctx, {
        id: args.id,
        name: args.name ?? undefined,
        description: args.description,
        accentColor: args.accentColor,
        language: args.language ?? undefined,
      }),
  }),
)

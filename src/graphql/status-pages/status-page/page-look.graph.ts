import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import type { pageDensities, pageFonts, pageThemes, PageLink } from "./rules/page-look.ts"

export const StatusPageTheme = builder.enumType("StatusPageTheme", {
  description: "Colors of a status page.",
  values: valuesOf<(typeof pageThemes)[number]>({
    auto: "Light or dark, as the visitor's system.",
    light: "Always light.",
    dark: "Always dark.",
  }),
})

export const StatusPageFont = builder.enumType("StatusPageFont", {
  description: "Typeface of a status page.",
  values: valuesOf<(typeof pageFonts)[number]>({
    inter: "Inter.",
    system: "The typeface of the visitor's system.",
    serif: "A serif typeface of the visitor's system.",
    mono: "A monospace typeface of the visitor's system.",
  }),
})

export const StatusPageDensity = builder.enumType("StatusPageDensity", {
  description: "Height of a status page's rows.",
  values: valuesOf<(typeof pageDensities)[number]>({
    comfortable: "The default.",
    compact: "Lower rows, for pages with many components.",
  }),
})

export const StatusPageLink = builder.objectRef<PageLink>("StatusPageLink").implement({
  description: "Link in the header of a status page.",
  fields: (t) => ({
    label: t.exposeString("label", { description: "Text of the link." }),
    url: t.exposeString("url", { description: "Its URL." }),
  }),
})

export const StatusPageLinkInput = builder.inputType("StatusPageLinkInput", {
  description: "Link in the header of a status page.",
  fields: (t) => ({
    label: t.string({ required: true, description: "1 to 40 characters." }),
    url: t.string({
      required: true,
      description: "Starts with https://, http:// or mailto:, at most 2,048 characters.",
    }),
  }),
})

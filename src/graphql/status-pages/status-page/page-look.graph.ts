import { builder } from "../../kernel/builder.ts"
import { pageDensities, pageFonts, pageThemes, type PageLink } from "./rules/page-look.ts"

const valuesOf = <T extends string>(values: readonly T[], about: Record<T, string>) =>
  Object.fromEntries(
    values.map((value) => [value.toUpperCase(), { value, description: about[value] }]),
  )

export const StatusPageTheme = builder.enumType("StatusPageTheme", {
  description: "Colors of a status page.",
  values: valuesOf(pageThemes, {
    auto: "Light or dark, as the visitor's system.",
    light: "Always light.",
    dark: "Always dark.",
  }),
})

export const StatusPageFont = builder.enumType("StatusPageFont", {
  description: "Typeface of a status page.",
  values: valuesOf(pageFonts, {
    inter: "Inter.",
    system: "The typeface of the visitor's system.",
    serif: "A serif typeface of the visitor's system.",
    mono: "A monospace typeface of the visitor's system.",
  }),
})

export const StatusPageDensity = builder.enumType("StatusPageDensity", {
  description: "Height of a status page's rows.",
  values: valuesOf(pageDensities, {
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

import { z } from "zod"
import { text } from "../../../../platform/text-schema.ts"
import { color } from "../../../kernel/input.ts"
import { customCssAtMost, faultOfCss } from "./page-css.ts"

export const pageThemes = ["auto", "light", "dark"] as const
export const pageFonts = ["inter", "system", "serif", "mono"] as const
export const pageDensities = ["comfortable", "compact"] as const

const linksAtMost = 5

const link = z.object({
  label: text(40).trim().min(1, "must not be empty"),
  url: text(2048)
    .trim()
    .refine(isLinkable, { error: "must start with https://, http:// or mailto:" }),
})
export type PageLink = z.output<typeof link>

function isLinkable(url: string): boolean {
  const protocol = URL.parse(url)?.protocol
  return protocol === "https:" || protocol === "http:" || protocol === "mailto:"
}

const links = z.array(link).max(linksAtMost, `must have at most ${linksAtMost} links`)

const customCss = text(customCssAtMost)
  .trim()
  .superRefine((css, context) => {
    const fault = faultOfCss(css)
    if (fault !== null) context.addIssue(`line ${fault.line}: ${fault.reason}`)
  })

/** How a page looks; the same fields are saved and previewed. */
export const lookFields = {
  accentColor: color.nullable().optional(),
  theme: z.enum(pageThemes, { error: `must be one of ${pageThemes.join(", ")}` }).optional(),
  font: z.enum(pageFonts, { error: `must be one of ${pageFonts.join(", ")}` }).optional(),
  density: z
    .enum(pageDensities, { error: `must be one of ${pageDensities.join(", ")}` })
    .optional(),
  links: links.optional(),
  customCss: customCss.nullable().optional(),
  showsMaker: z.boolean({ error: "must be true or false" }).optional(),
  showsCorrections: z.boolean({ error: "must be true or false" }).optional(),
}

export type PageLook = {
  /** #rrggbb; null for the default. */
  accentColor: string | null
  theme: (typeof pageThemes)[number]
  font: (typeof pageFonts)[number]
  density: (typeof pageDensities)[number]
  links: readonly PageLink[]
  customCss: string | null
  /** Whether "Powered by Watchkeeper" is shown. */
  showsMaker: boolean
  /** Whether corrections change its figures, which then say so. */
  showsCorrections: boolean
}

const stored = z.object({
  accentColor: z.string().nullable(),
  theme: z.enum(pageThemes).catch("auto"),
  font: z.enum(pageFonts).catch("inter"),
  density: z.enum(pageDensities).catch("comfortable"),
  links: links.catch([]),
  // Read again, because a stored text that this version does not take must not be sent.
  customCss: customCss.nullable().catch(null),
  showsMaker: z.boolean(),
  showsCorrections: z.boolean(),
})

/** The look of a page as it is stored; what this version does not know is shown by default. */
export const lookOf = (row: Record<keyof PageLook, unknown>): PageLook => stored.parse(row)

export const plainLook: PageLook = {
  accentColor: null,
  theme: "auto",
  font: "inter",
  density: "comfortable",
  links: [],
  customCss: null,
  showsMaker: true,
  showsCorrections: false,
}

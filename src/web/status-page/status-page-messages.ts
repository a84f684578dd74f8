import type { Tone } from "../ui/badge.tsx"
import type { Headline } from "./status-page-documents.ts"

type Access = { isPublic: boolean; access: { kind: "PASSWORD" | "EMAIL" } | null }

/** Who can see a page, in words. */
export function visibilityOf({ isPublic, access }: Access): { word: string; tone: Tone } {
  if (isPublic) return { word: "Public", tone: "good" }
  if (access === null) return { word: "Members only", tone: "plain" }
  return { word: access.kind === "PASSWORD" ? "Password" : "E-mail domains", tone: "accent" }
}

type Addressed = { url: string; domains: readonly { host: string; isVerified: boolean }[] }

/** The URL that visitors use: the first verified domain, otherwise the page's own. */
export function addressOf({ url, domains }: Addressed): string {
  const host = domains.find(({ isVerified }) => isVerified)?.host
  return host === undefined ? url : `https://${host}`
}

export const headlineWord: Record<Headline, string> = {
  OPERATIONAL: "Operational",
  MAINTENANCE: "Maintenance",
  DEGRADED: "Degraded",
  PARTIAL_OUTAGE: "Partial outage",
  MAJOR_OUTAGE: "Major outage",
  UNKNOWN: "No data yet",
}

export const headlineTone: Record<Headline, Tone> = {
  OPERATIONAL: "good",
  MAINTENANCE: "maintenance",
  DEGRADED: "warning",
  PARTIAL_OUTAGE: "bad",
  MAJOR_OUTAGE: "bad",
  UNKNOWN: "unknown",
}

const languages = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "tr", "ja", "ar", "he"] as const

const inEnglish = new Intl.DisplayNames("en", { type: "language" })

/** The languages of public pages: "German", "Deutsch". */
export const pageLanguages = languages.map((tag) => ({
  tag,
  name: inEnglish.of(tag) ?? tag,
  ownName: new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag,
}))

/** "Café Noir!" → "cafe-noir", as the server derives it. */
export const slugOf = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 56)
    .replaceAll(/^-+|-+$/g, "")

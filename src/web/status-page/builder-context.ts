import { createContext, use } from "react"
import type { StatusPage } from "./status-page-documents.ts"

export type PageLink = StatusPage["links"][number]

/** Settings that the preview shows before they are saved. */
export type Draft = {
  name?: string
  description?: string | null
  accentColor?: string | null
  theme?: StatusPage["theme"]
  font?: StatusPage["font"]
  density?: StatusPage["density"]
  links?: PageLink[]
  customCss?: string | null
  showsMaker?: boolean
  showsCorrections?: boolean
  language?: string
}

export type BuilderState = {
  page: StatusPage
  draft: Draft
  /** Changes the draft; kept while the tabs are switched, and in this browser until it is saved. */
  change(changes: Draft): void
  discard(fields: readonly (keyof Draft)[]): void
  /** Language of the preview; null for the page's own. */
  shownLanguage: string | null
  showLanguage(language: string | null): void
  /** Reads the page again after a change. */
  again(): void
  mayWrite: boolean
}

export const BuilderContext = createContext<BuilderState | null>(null)

export function useBuilder(): BuilderState {
  const state = use(BuilderContext)
  if (state === null) throw new Error("outside of a status page's builder")
  return state
}

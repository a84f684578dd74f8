import { english, type MessageWords } from "./english.ts"
import { german } from "./german.ts"

/** Languages of messages to people, as BCP 47 tags. */
export const messageLanguages = ["en", "de"] as const
export type MessageLanguage = (typeof messageLanguages)[number]

const tables: Record<MessageLanguage, MessageWords> = { en: english, de: german }

/** The stored language if messages are written in it, else English. */
export const messageLanguage = (language?: unknown): MessageLanguage =>
  messageLanguages.find((one) => one === language) ?? "en"

/** @param language as stored; English if absent or unknown, as for team channels. */
export const messageWords = (language?: string): MessageWords => tables[messageLanguage(language)]

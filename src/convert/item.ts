import { listed, quoted } from "./convert-messages.ts"

/** A monitor being converted. Paths are relative to it and name the member that a note is about. */
export type Item = {
  name: string
  lossy(detail: string, ...path: (string | number)[]): void
  /** Names of variables without a value in the texts, which are also noted once for the export. */
  unfilled(...texts: (string | undefined)[]): string[]
}

export type Dropped = { dropped: string; path: (string | number)[] }

/** @param reason should name a remedy if there is one. */
export const drop = (reason: string, ...path: (string | number)[]): Dropped => ({
  dropped: reason,
  path,
})

/** Why a part with variables that have no value cannot be converted. */
export const needs = (names: string[]): string =>
  `it needs ${names.length === 1 ? "the variable" : "the variables"} ${listed(names.map(quoted))}`
export const isDropped = (fate: object): fate is Dropped => "dropped" in fate
